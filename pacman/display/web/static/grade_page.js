// The page of a grade: failed cases, lost games to be played, and searches beside the right ones, each in a dialog that
// a link opens.

import { readData } from "./elements.js";
import {} from "./games_page.js";
import { searchView } from "./search_view.js";

// Trees that are wider than the screen are opened where they first differ, or at their root.
function showDifference(failed) {
  for (const frame of failed.querySelectorAll(".trees .wide")) {
    const part = (frame.querySelector(".note") ?? frame.querySelector(".node")).getBoundingClientRect();
    const { x, width } = frame.getBoundingClientRect();
    frame.scrollLeft += part.x + part.width / 2 - (x + width / 2);
  }
}

for (const failed of document.querySelectorAll("details.failed")) {
  failed.addEventListener("toggle", () => showDifference(failed));
  showDifference(failed);
}

const dialogs = [...document.querySelectorAll("dialog.side-by-side")];

// The address says which one is open: so a link can be sent to somebody, and "back" closes it.
async function follow() {
  const wanted = location.hash.slice(1);
  for (const dialog of dialogs) {
    if (dialog.id !== wanted) dialog.close();
    else if (!dialog.open) await open(dialog);
  }
}

async function open(dialog) {
  const place = dialog.querySelector(".search");
  dialog.showModal();
  if (place.childElementCount) return;
  const [words, trees] = await Promise.all([readData("words"), readData(place.dataset.search)]);
  searchView(place, trees, trees.map(({ data }) => data), words)();
}

for (const dialog of dialogs) {
  dialog.querySelector(".leave").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    if (location.hash.slice(1) === dialog.id) history.replaceState(null, "", "#");
  });
}
addEventListener("hashchange", follow);
await follow();
