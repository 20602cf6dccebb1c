// The page of a grade: lost games to be played, and searches beside the right ones, each in a dialog that a link opens.

import { readData } from "./elements.js";
import {} from "./games_page.js";
import { searchView } from "./search_view.js";

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
