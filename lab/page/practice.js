// Practice: the questions of the course, graded in a worker. The page measures the time: a worker that takes too long is
// terminated, its case is out of time, and the next case is graded in the spare worker. The page keeps the results so far.

import { failedCase } from "../../pacman/display/web/static/case_view.js";
import { html } from "../../pacman/display/web/static/elements.js";
import { player } from "../../pacman/display/web/static/player.js";
import { searchDialog } from "../../pacman/display/web/static/search_dialog.js";
import { treeFigures } from "../../pacman/display/web/static/search_view.js";
import { checkedFailure } from "./checked_messages.js";
import { checkedQuestion } from "./checked_reports.js";
import { button } from "./editor.js";
import { Stopped } from "./engine.js";
import { saveSubmission } from "./submission.js";
import { text } from "./texts.js";

const DECISION_SECONDS = 20; // without a sign of life of the student's code
const MOST_LOST = 20; // workers that a question may lose

// `words` are the messages of the views, `playerWords` those of the player. `isFree` is false while a game is played,
// `explain(played, number)` shows the decision in a state of a game.
export function practicePane(place, { questions, engine, files, language, words, playerWords, isFree, onChange, explain }) {
  let run = null; // { question, of, number, stage, call, aliveAt, wasLate, before } while cases are graded
  const results = new Map(); // by question: { answer, summary }
  let earlier = {}; // summaries of the run before, by question
  const opened = new Set();

  const start = button("grade primary", `▶ ${text("grade-all")}`, text("grade-all"), () => gradeAll());
  const stopButton = button("stop-practice", `■ ${text("stop")}`, text("stop"), () => engine.stop());
  const save = button("export", text("export"), text("export-hint"), () => saveSubmission(files()));
  const bar = html("progress", { max: 1, value: 0, "aria-label": text("practice") });
  const state = html("p", { class: "practice-state", role: "status" });
  const list = html("div", { class: "practice-list" });
  place.append(
    html("div", { class: "practice-bar" }, start, stopButton, save),
    html("p", { class: "faint" }, text("practice-note")),
    bar,
    state,
    list,
  );
  show();

  function show() {
    start.hidden = run !== null;
    stopButton.hidden = bar.hidden = run === null;
    list.replaceChildren(...questions.map(questionView));
  }

  function questionView({ name, most }) {
    const result = results.get(name);
    const before = earlier[name];
    const points = result ? text("points-of", { points: result.summary.points, most }) : run?.question === name ? "…" : text("points-open", { most });
    const previous = result && before ? html("span", { class: `before ${trend(result.summary, before)}` }, text("points-before", { points: before.points })) : "";
    const root = html(
      "details",
      { class: "question card", "data-question": name, open: opened.has(name) ? "" : null, ontoggle: () => (root.open ? opened.add(name) : opened.delete(name)) },
      html("summary", {}, html("b", {}, name), " ", html("span", { class: "question-points" }, points), " ", previous,
        html("button", { type: "button", class: "grade-one", disabled: run ? "" : null, onclick: (event) => (event.preventDefault(), gradeAll([name])) }, text("grade-one"))),
    );
    if (result) root.append(...resultView(result, before));
    return root;
  }

  function trend({ points }, before) {
    return Number(points) > Number(before.points) ? "better" : Number(points) < Number(before.points) ? "worse" : "same";
  }

  function resultView({ answer }, before) {
    const { question, searches, games, played, bugs } = answer;
    const solved = before ? before.failed.filter((name) => question.passed.some((one) => one.name === name)) : [];
    const drawTrees = (where, { search }) => {
      const { trees } = searches[search];
      where.before(html("p", {}, button("explain", words["explain-link"], words["explain-link"], () => searchDialog(searches[search], words, { back: text("close") }))));
      treeFigures(where, trees, trees.map(({ data }) => data), words);
    };
    const drawGame = (where, { game, start: first }) => {
      const shown = player(where, [games[game]], playerWords, { start: first });
      const explainShown = () => explain(played[game], shown.state());
      where.append(button("explain-move", text("explain-move"), text("explain-hint"), explainShown));
      where.addEventListener("click", ({ target }) => target.closest(".screen svg.board") && explainShown());
    };
    const failed = question.failed.map((each) => failedCase(each, words, { drawTrees, drawGame }));
    const passed = question.passed.map(({ name, lines }) => [html("p", { class: "case passed" }, name), ...lines.map((line) => html("p", { class: "faint" }, line))]);
    return [
      ...question.messages.map((line) => html("p", {}, line)),
      ...(question.failed.length ? bugs : []).map((bug) => html("p", { class: "bug" }, text("likely-bug", { bug }))),
      ...(solved.length ? [html("p", { class: "better" }, text("now-passed", { cases: solved.join(", ") }))] : []),
      ...failed.map(({ root }) => root),
      passed.length ? html("details", { class: "passed-cases" }, html("summary", {}, text("cases-passed", { count: question.passed.length })), ...passed.flat()) : "",
    ];
  }

  function summaryOf({ question, bugs, failed }) {
    return { points: question.points, bugs, failed };
  }

  // -- grading

  async function gradeAll(names = null) {
    if (run || !isFree()) return;
    run = { question: null };
    earlier = { ...earlier, ...Object.fromEntries([...results].map(([name, { summary }]) => [name, summary])) };
    state.textContent = text("practice-starts");
    try {
      for (const name of names ?? questions.map((each) => each.name)) results.delete(name);
      show();
      for (const question of questions.filter(({ name }) => !names || names.includes(name))) await gradeOne(question);
      const points = [...results.values()].reduce((sum, { summary }) => sum + Number(summary.points), 0);
      state.textContent = text("practice-total", { points, most: questions.reduce((sum, { most }) => sum + most, 0) });
    } catch (error) {
      state.textContent = error instanceof Stopped ? text("practice-stopped") : error.message;
    }
    run = null;
    show();
    onChange();
  }

  function asked(answer) {
    if (answer.failure) throw new TypeError(checkedFailure(answer.failure).text);
    return answer;
  }

  async function gradeOne(question) {
    const missing = question.needs.filter((name) => !results.get(name)?.answer.isSolved);
    if (missing.length && question.needs.every((name) => questions.some((each) => each.name === name))) {
      keep(question, skipped(question, missing));
      return;
    }
    const before = { results: {}, lost: {}, unanswered: {} }; // what workers did before they were ended
    for (let workers = 0; ; workers += 1) {
      run = { question: question.name, of: question.cases.length, number: null, stage: "loading", call: null, aliveAt: null, wasLate: false, before };
      opened.add(question.name);
      showProgress();
      try {
        keep(question, checkedQuestion(asked(await engine.ask("grade", { question: question.name, before, language }, files()))));
        return;
      } catch (error) {
        const reason = error instanceof Stopped && error.message !== "stopped" ? "crash" : run.wasLate ? "time" : null;
        if (reason === "time" && run.stage === "loading") throw new TypeError(text("practice-hangs", { question: question.name }));
        if (!reason || workers >= MOST_LOST || !["case", "asked"].includes(run.stage)) throw error;
        if (run.stage === "case") before.lost[run.number] = reason;
        else before.unanswered[run.call] = reason;
      }
    }
  }

  function skipped({ name, most }, missing) {
    const message = text("practice-skipped", { name, missing: missing.join(", ") });
    const question = { name, points: "0", most: String(most), share: 0, messages: [message], failed: [], passed: [] };
    return { question, isSolved: false, searches: {}, games: {}, played: {}, failed: [], bugs: [] };
  }

  function keep(question, answer) {
    results.set(question.name, { answer, summary: summaryOf(answer) });
    show();
  }

  // A message of the worker about its progress.
  function progress({ stage, number, result }) {
    if (!run) return;
    run.aliveAt = performance.now();
    if (stage === "alive") return;
    if (stage === "result") {
      run.before.results[number] = result;
      return;
    }
    run.stage = stage;
    if (stage === "case") run.number = number;
    if (stage === "asked") run.call = number;
    showProgress();
  }

  function showProgress() {
    const done = questions.slice(0, questions.findIndex(({ name }) => name === run.question));
    const all = questions.reduce((sum, { cases }) => sum + cases.length, 0);
    bar.value = (done.reduce((sum, { cases }) => sum + cases.length, 0) + (run.number ?? 0)) / Math.max(1, all);
    const key = { loading: "practice-loads", case: "practice-case" }[run.stage] ?? "practice-analysis";
    state.textContent = text(key, { question: run.question, number: (run.number ?? 0) + 1, of: run.of });
  }

  setInterval(() => {
    if (!run?.aliveAt || run.stage === "analysis") return; // our own analysis is limited by its size
    if (performance.now() - run.aliveAt < 1000 * DECISION_SECONDS) return;
    run.wasLate = true;
    run.aliveAt = null;
    engine.stop();
  }, 250);

  return {
    progress,
    isRunning: () => run !== null,
    summary: () => Object.fromEntries([...Object.entries(earlier), ...[...results].map(([name, { summary }]) => [name, summary])]),
    restore: (saved) => { earlier = checkedSummaries(saved); },
  };
}

// The saved summaries of an earlier visit; anything else is ignored.
function checkedSummaries(saved) {
  const isSummary = (one) => one && typeof one.points === "string" && [one.bugs, one.failed].every((each) => Array.isArray(each) && each.every((word) => typeof word === "string"));
  return Object.fromEntries(Object.entries(saved ?? {}).filter(([, one]) => isSummary(one)));
}
