// Quiz on cuts: the whole tree is shown, and the user clicks the nodes that alpha-beta will never visit.

import { filledIn, html } from "./elements.js";
import { cutText } from "./node_panel.js";
import { visitedAbove } from "./tree_view.js";

export function startQuiz(tree, view, words, onEnd) {
  const guessed = new Set();
  let isChecked = false;
  const answer = html("p", { class: "quiz-answer", role: "status" }, words["quiz-ask"]);
  const reasons = html("ul", { class: "quiz-reasons" });
  const check = html("button", { class: "check", type: "button", onclick: grade }, words["quiz-check"]);
  const end = html("button", { class: "end-quiz", type: "button", onclick: finish }, words["quiz-end"]);
  const bar = html("div", { class: "quiz-bar" }, answer, reasons, html("div", { class: "steps-bar" }, check, end));
  view.frame.classList.add("quizzed");
  view.decorate(look);

  // A skipped node includes its subtree.
  function isGuessed(node) {
    return tree.path(node).some((each) => guessed.has(each));
  }

  function pick(node) {
    if (isChecked || node === 0) return true;
    if (guessed.has(node)) guessed.delete(node);
    else if (!isGuessed(node)) guessed.add(node);
    view.draw();
    return true;
  }

  function look(node) {
    if (!isChecked) return isGuessed(node) ? "guessed" : "";
    const isRight = isGuessed(node) === !tree.isVisited(node);
    return `${isGuessed(node) ? "guessed" : ""} ${isRight ? "" : "mistaken"}`;
  }

  function grade() {
    isChecked = true;
    check.hidden = true;
    view.frame.classList.remove("quizzed");
    const nodes = Array.from({ length: tree.size }, (_, node) => node);
    const pruned = nodes.filter((node) => !tree.isVisited(node));
    const right = pruned.filter(isGuessed).length;
    const wrong = nodes.filter((node) => tree.isVisited(node) && isGuessed(node)).length;
    const isPerfect = right === pruned.length && !wrong;
    const counts = { right, wrong, missed: pruned.length - right, count: pruned.length };
    answer.textContent = filledIn(words[isPerfect ? "quiz-right" : "quiz-wrong"], counts);
    bar.classList.add(isPerfect ? "right" : "mistaken");
    const places = [...new Set(pruned.map((node) => visitedAbove(tree, node)))].filter((node) => tree.cuts.has(node));
    reasons.replaceChildren(
      ...places.map((node) => html("li", {}, `${tree.path(node).slice(1).map(tree.action).join(" ") || words.root}: ${cutText(tree, node, words)}`)),
    );
    view.draw();
  }

  function finish() {
    view.frame.classList.remove("quizzed");
    view.decorate(() => "");
    bar.remove();
    onEnd();
  }

  return { bar, pick, isOver: () => isChecked };
}
