// The page of a grade: failed cases with their trees, lost games to replay, and searches beside the correct ones, in a
// dialog that a link opens.

import { drawGame } from "./case_games.js";
import { html } from "./elements.js";
import { grade, showFailedCases } from "./failed_cases.js";
import { searchDialog } from "./search_dialog.js";
import { treeFigures } from "./search_view.js";

const { words, searches } = grade;

function drawTrees(place, { search }) {
  const { trees } = searches[search];
  place.before(html("p", {}, html("a", { class: "explain", href: `#${search}` }, words["explain-link"])));
  treeFigures(place, trees, trees.map(({ data }) => data), words);
}

// -- a search beside the correct one; the URL names it, so that a link to it can be shared and "back" closes it

let dialog = null;

function follow() {
  const wanted = location.hash.slice(1);
  if (dialog && dialog.id !== wanted) dialog.close();
  if (!dialog && Object.hasOwn(searches, wanted)) {
    dialog = searchDialog(searches[wanted], words, { id: wanted, back: words["back-to-grade"], onClose: leave });
  }
}

function leave() {
  if (location.hash.slice(1) === dialog.id) history.replaceState(null, "", "#");
  dialog = null;
}

showFailedCases({ drawTrees, drawGame });
addEventListener("hashchange", follow);
follow();
