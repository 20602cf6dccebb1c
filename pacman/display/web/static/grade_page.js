// The page of a grade: failed cases with their trees, lost games to replay, and searches beside the correct ones, in a
// dialog that a link opens.

import { html, readData } from "./elements.js";
import { whenOpened } from "./failed_cases.js";
import {} from "./games_page.js";
import { searchView, treeFigures } from "./search_view.js";

const { words, searches } = await readData("grade");

// -- trees of failed cases, drawn when the case is opened or printed

function drawTrees(failed) {
  const place = failed.querySelector(".trees");
  if (!place || place.childElementCount) return;
  const id = place.dataset.search;
  const { trees } = searches[id];
  place.before(html("p", {}, html("a", { class: "explain", href: `#${id}` }, words["explain-link"])));
  treeFigures(place, trees, trees.map(({ data }) => data), words);
}

whenOpened(drawTrees);

// -- a search beside the correct one; the URL names it, so that a link to it can be shared and "back" closes it

let dialog = null;

function follow() {
  const wanted = location.hash.slice(1);
  if (dialog && dialog.id !== wanted) dialog.close();
  if (!dialog && Object.hasOwn(searches, wanted)) open(wanted);
}

function open(id) {
  const { title, warnings, lines, trees } = searches[id];
  const place = html("div", { class: "search" });
  dialog = html(
    "dialog",
    { class: "side-by-side", id, "aria-label": title, onclose: leave },
    html("button", { class: "leave", type: "button", onclick: () => dialog.close() }, words["back-to-grade"]),
    html("h2", {}, title),
    ...warnings.map((text) => html("p", { class: "line warning" }, text)),
    ...lines.map((text) => html("p", { class: "line" }, text)),
    place,
  );
  document.body.append(dialog);
  dialog.showModal();
  searchView(place, trees, trees.map(({ data }) => data), words)();
}

function leave() {
  if (location.hash.slice(1) === dialog.id) history.replaceState(null, "", "#");
  dialog.remove();
  dialog = null;
}

addEventListener("hashchange", follow);
follow();
