// A search beside the correct one, in a dialog.

import { openDialog } from "./dialog.js";
import { html } from "./elements.js";
import { searchView } from "./search_view.js";
import { xray } from "./xray.js";

// `search` has a title, warnings, lines, the trees with their data, and perhaps an X-ray. `back`: the text of the button.
// `last`: an element after the trees.
export function searchDialog({ title, warnings, lines, trees, xray: contributions = null }, words, { id = null, back, last = null, onClose = () => {} }) {
  const place = html("div", { class: "search" });
  const dialog = openDialog(
    { class: "side-by-side", id, "aria-label": title, onclose: onClose },
    html("button", { class: "leave", type: "button", onclick: () => dialog.close() }, back),
    html("h2", {}, title),
    ...warnings.map((text) => html("p", { class: "line warning" }, text)),
    ...lines.map((text) => html("p", { class: "line" }, text)),
    place,
  );
  const start = searchView(place, trees, trees.map(({ data }) => data), words);
  if (contributions) place.append(xray(contributions, words));
  if (last) place.append(last);
  start();
  return dialog;
}
