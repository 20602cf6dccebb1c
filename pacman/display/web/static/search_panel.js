// One tree with a slider that replays the search forward and back.

import { filledIn, html } from "./elements.js";
import { growthLine } from "./growth_steps.js";
import { lineOf } from "./pseudocode.js";
import { startQuiz } from "./quiz.js";
import { CUT, ENTER, RETURN, UPDATE, numberText, sameMoment, valueText, variablesAt } from "./search_data.js";
import { treeView, windowText } from "./tree_view.js";

const SECONDS = 20; // longest time to play a whole search
const LONGEST_STEP = 700; // milliseconds

// `onSeek(step)` is called after the user or the playback has moved the slider.
export function searchPanel(shown, tree, words, side, differing, isAlone, onSeek) {
  const last = tree.steps.last;
  let step = last;
  let timer = null;
  let quiz = null;
  const view = treeView(tree, {
    words, marked: shown.marked, misfit: shown.misfit, differing, isAlone, onPoint, onPick: (node) => !quiz?.pick(node),
  });
  const range = html("input", {
    type: "range", min: 0, max: last, step: 1, value: last, "aria-label": words.slider, class: "steps",
    oninput: () => seek(Number(range.value)),
  });
  const count = html("output", { class: "step-count" });
  const play = html("button", { class: "play", type: "button", title: words.play, onclick: toggle }, "▶");
  const note = html("p", { class: "panel-note", role: "status" });
  const quizButton = shown.hasQuiz && html("button", { class: "quiz", type: "button", onclick: ask }, words.quiz);
  const bar = html(
    "div",
    { class: "steps-bar", role: "toolbar" },
    play,
    tool("back", "‹", words.back, () => seek(step - 1)),
    range,
    tool("on", "›", words.on, () => seek(step + 1)),
    count,
    tool("open-more", `⊞ ${words["open-more"]}`, "", () => say(view.openMore() ? "" : words["too-many"])),
    tool("close", `⊟ ${words["close-all"]}`, "", () => view.close()),
    quizButton || "",
  );
  const root = html(
    "section",
    { class: "search-panel", "aria-label": shown.title },
    html("h2", {}, headOf(shown, words)),
    html("p", { class: "faint" }, shown.facts.join(" · ")),
    treeLegend(tree, words),
    view.root,
    bar,
    note,
  );

  function tool(name, text, title, onclick) {
    return html("button", { class: name, type: "button", title: title || null, onclick }, text);
  }

  // A quiz must not reveal the solution.
  function onPoint(node) {
    if (!quiz || quiz.isOver()) side.show(tree, node);
  }

  function say(text) {
    note.textContent = text;
  }

  function seek(to) {
    move(to);
    const node = tree.steps.nodes[step];
    side.show(tree, step === last ? (shown.marked ?? shown.misfit ?? 0) : node);
    side.run(step === last ? null : runningLine(tree, step, words, shown.knowsOrder));
    onSeek(step);
  }

  function move(to) {
    step = Math.min(last, Math.max(0, to));
    range.value = step;
    count.textContent = filledIn(words.step, { step, last });
    root.dataset.step = step;
    view.seek(step);
  }

  // Go where the other search of the page is.
  function follow(other, at) {
    if (quiz) return;
    if (timer !== null) stop();
    move(sameMoment(other, tree, at));
  }

  function toggle() {
    if (timer !== null) return stop();
    if (step === last) seek(0);
    const each = Math.min(LONGEST_STEP, (1000 * SECONDS) / last);
    const stride = Math.max(1, Math.round(30 / each)); // browsers do not draw faster
    timer = setInterval(() => (step >= last ? stop() : seek(step + stride)), Math.max(each, 30));
    play.textContent = "❚❚";
    play.title = words.pause;
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "▶";
    play.title = words.play;
  }

  function ask() {
    if (timer !== null) stop();
    seek(last);
    bar.hidden = true;
    side.show(tree, 0);
    view.openAll();
    quiz = startQuiz(tree, view, words, () => {
      quiz = null;
      bar.hidden = false;
      view.close();
    });
    root.append(quiz.bar);
  }

  function start() {
    seek(last);
    if (!shown.knowsOrder) say(words["order-only"]);
    view.show(shown.marked ?? shown.misfit ?? 0, true);
  }

  return { root, tree, start, follow, step: () => step };
}

// The name of a search and its answer.
export function headOf(shown, words) {
  return [shown.title, shown.action && filledIn(words.answer, { action: shown.action })].filter(Boolean).join(" · ");
}

// Description of a step of the search, in words and as a line of its code.
function runningLine(tree, step, words, knowsOrder) {
  if (tree.growth) return growthLine(tree, step, words);
  const kind = tree.steps.kinds[step];
  const child = tree.steps.nodes[step];
  const node = kind === UPDATE ? tree.parents[child] : child;
  const isLeaf = !tree.below[node];
  const name = node ? `${tree.action(node)} (${node})` : words.root;
  const { v, window } = isLeaf ? {} : variablesAt(tree, node, step);
  const value = kind === UPDATE ? numberText(v) : valueText(tree, node);
  const key = { [ENTER]: isLeaf && knowsOrder ? "do-leaf" : "do-enter", [UPDATE]: "do-update", [CUT]: "do-cut", [RETURN]: "do-return" }[kind];
  const extra = window && kind === UPDATE ? `, [α, β] = ${windowText(window)}` : "";
  const text = filledIn(words[key], { node: name, value }) + extra;
  const rule = tree.rule(isLeaf && node ? tree.parents[node] : node);
  const hasWindows = tree.hasWindows;
  const code = knowsOrder && rule ? { rule, hasWindows, line: lineOf(kind, rule, hasWindows, isLeaf) } : null;
  return { text, code };
}

function treeLegend(tree, words) {
  const rules = new Set(Array.from({ length: tree.size }, (_, node) => tree.isInner(node) && tree.rule(node)));
  const signs = [["max", "▲"], ["min", "▼"], ["mean", "○"]].filter(([rule]) => rules.has(rule));
  const width = tree.growth ? [["width", "▬"]] : [];
  const grey = tree.size > tree.visited ? [["grey", "▧"]] : [];
  const best = tree.best.size ? [["best", "━"]] : [];
  const meaning = (name) => (tree.growth && words[`legend-growth-${name}`]) || words[`legend-${name}`];
  return html(
    "p",
    { class: "tree-legend" },
    ...[...signs, ...best, ...width, ...grey].map(([name, text]) =>
      html("span", { class: `sign-${name}` }, html("b", {}, text), ` ${meaning(name)}`),
    ),
  );
}
