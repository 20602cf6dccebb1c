// The workers: one runs the student's code, a spare one is ready to take over. Only the page can end a run that hangs,
// by terminating its worker; Python itself cannot be interrupted in a page without special headers.

import { checkedMessage } from "./checked_messages.js";
import { readBytes, readText } from "./parts.js";

const SPARE_SECONDS = 2; // after a Stop, before the next spare loads: the run that follows comes first
const MOST_FORGED = 20; // wrong messages before a worker is ended
const MOST_MESSAGES = 5_000; // printed messages of one run; a worker of ours sends far fewer

export class Stopped extends Error {}

// `onStatus` receives { stage, spare, seconds }: the stage of the current worker, that of the spare ("none" without
// one) and the seconds that the last start took. `onPrinted` receives text, `onPractice` the progress of a grading,
// `onEnded` the reason why a worker was lost. `cases`: the course's, by the names of their files.
export function startEngine({ onStatus, onPrinted, onPractice, onEnded, hasSpare, cases }) {
  const parts = loadParts();
  let wantsSpare = hasSpare;
  let bootSeconds = null;
  let current = makeWorker();
  let spare = null;
  report();

  function makeWorker() {
    const one = { stage: "python", worker: null, call: null, number: 0, forged: 0, messages: 0, isEnded: false, startedAt: performance.now() };
    one.ready = new Promise((resolve, reject) => Object.assign(one, { resolve, reject }));
    one.ready.catch(() => {});
    parts.then((found) => {
      if (one.isEnded) return;
      one.worker = new Worker(found.script);
      one.worker.onmessage = ({ data }) => receive(one, data);
      one.worker.onerror = (event) => {
        event.preventDefault();
        lose(one, String(event.message || "the worker ended"));
      };
      one.worker.postMessage({ kind: "boot", wasm: found.wasm, stdlib: found.stdlib, engine: found.engine, lock: found.lock, cases });
    }, (error) => lose(one, String(error?.message ?? error)));
    return one;
  }

  function receive(one, data) {
    if (one.isEnded) return;
    let message;
    try {
      message = checkedMessage(data);
    } catch {
      one.forged += 1;
      if (one.forged > MOST_FORGED) lose(one, "flood");
      return;
    }
    if (message.kind === "progress") return progress(one, message.stage);
    if (message.kind === "died") return lose(one, message.text);
    if (one !== current) return undefined; // a spare runs no code, and has nothing to say
    if (message.kind === "practice") return one.call ? onPractice(message) : undefined;
    if (message.kind === "printed") {
      one.messages += 1;
      return one.messages > MOST_MESSAGES ? lose(one, "flood") : onPrinted(message.text);
    }
    if (one.call?.id === message.id) {
      const { resolve } = one.call;
      one.call = null;
      resolve(message.answer);
    }
    return undefined;
  }

  function progress(one, stage) {
    if (one.stage === "ready") return;
    one.stage = stage;
    if (stage === "ready") {
      bootSeconds = (performance.now() - one.startedAt) / 1000;
      one.resolve();
      loadSpare();
    }
    report();
  }

  function loadSpare() {
    if (!wantsSpare || spare || current.stage !== "ready") return;
    spare = makeWorker();
    report();
  }

  // Terminate a worker; the spare takes the place of the current one.
  function end(one, error) {
    one.isEnded = true;
    one.worker?.terminate();
    one.call?.reject(error);
    one.reject(error);
    one.call = null;
    if (one === spare) spare = null;
    if (one === current) {
      wantsSpare = true;
      current = spare ?? makeWorker();
      spare = null;
      setTimeout(loadSpare, 1000 * SPARE_SECONDS);
    }
    report();
  }

  function lose(one, reason) {
    if (one.isEnded) return;
    const hasBooted = one.stage === "ready";
    if (hasBooted || one === spare) {
      end(one, new Stopped(reason));
      if (hasBooted) onEnded(reason);
    } else {
      // A worker that cannot start would fail again: report it, and leave the page usable as an editor.
      one.isEnded = true;
      one.worker?.terminate();
      one.stage = "failed";
      one.reject(new Stopped(reason));
      report();
      onEnded(reason);
    }
  }

  function report() {
    const wait = current.stage === "ready" || bootSeconds === null ? null : Math.max(1, bootSeconds - (performance.now() - current.startedAt) / 1000);
    onStatus({ stage: current.stage, spare: spare?.stage ?? "none", seconds: bootSeconds, wait });
  }

  // Ask the current worker; rejected with `Stopped` if the worker is ended before it answers.
  async function ask(call, parameters, files = null) {
    const one = current;
    await one.ready;
    while (one.call) await one.call.done; // a short one, such as the check of a maze
    if (one.isEnded) throw new Stopped("stopped");
    const id = ++one.number;
    const request = JSON.stringify({ id, call, arguments: parameters });
    const answer = new Promise((resolve, reject) => {
      one.call = { id, resolve, reject };
    });
    one.call.done = answer.catch(() => {});
    one.worker.postMessage({ kind: "request", files, request });
    return answer;
  }

  return {
    ask,
    stop: () => end(current, new Stopped("stopped")),
    newRun: () => { current.messages = 0; current.forged = 0; },
    isBusy: () => Boolean(current.call),
  };
}

// Everything that a worker needs to start. The wasm is compiled once, for all workers.
async function loadParts() {
  const [script, stdlib, engine, lock, wasm] = await Promise.all([
    readText("worker"),
    readBytes("stdlib"),
    readText("engine").then(JSON.parse),
    readText("lock").then(JSON.parse),
    readBytes("wasm").then((bytes) => WebAssembly.compile(bytes)),
  ]);
  return { script: URL.createObjectURL(new Blob([script], { type: "text/javascript" })), stdlib, engine, lock, wasm };
}
