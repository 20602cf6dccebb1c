// The worker: Python with the engine and the student's code. It answers one request at a time, as JSON text.
//
// The page may terminate it at any moment. Nothing in here is trusted by the page: the student's code can reach all of it.

import "./classic_worker.js";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

const ENGINE = "/engine";
const FOLDER = "/home/pyodide/work";
const CASES = "/course/cases";
const ADDRESS = "https://lab.invalid/"; // Pyodide loads its parts from here; every request is answered from memory
const MOST_MEMORY = 400 * 1024 * 1024; // bytes; beyond it Python raises MemoryError instead of exhausting the device

let answer = null; // the Python function, once it is loaded

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === "boot") await boot(data);
    else post({ kind: "answer", text: answer(data) });
  } catch (error) {
    post({ kind: "died", text: String(error?.message ?? error) });
  }
};

function post(message) {
  self.postMessage(JSON.stringify(message));
}

async function boot({ wasm, stdlib, engine, lock, cases }) {
  limitMemory();
  // Pyodide writes thousands of lines there when it fails; the page reports the failure itself.
  for (const level of ["log", "info", "warn", "error"]) console[level] = () => {};
  self.fetch = async (address) => new Response(String(address).endsWith(".zip") ? stdlib : null);
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  const pyodide = await loadPyodide({
    createPyodideModule, indexURL: ADDRESS, lockFileContents: lock, env: { HOME: FOLDER, PYTHONHASHSEED: "0" }, stdin: () => null,
  });
  post({ kind: "progress", stage: "engine" });
  for (const [path, text] of Object.entries(engine)) writeFile(pyodide.FS, `${ENGINE}/${path}`, text);
  for (const [path, text] of Object.entries(cases)) writeFile(pyodide.FS, `${CASES}/${path}`, text);
  pyodide.globals.set("send_output", (text) => post({ kind: "printed", text }));
  pyodide.globals.set("send_progress", (text) => post({ kind: "practice", text }));
  const python = `
import sys
sys.path.insert(0, "${ENGINE}")
sys.path.remove("")
from pathlib import Path
from lab.session import Session
session = Session(Path("${FOLDER}"), send_output, send_progress, Path("${CASES}"))
session.warm_up()
session.answer
`;
  const call = pyodide.runPython(python);
  answer = ({ files, request }) => {
    if (files) replaceFiles(pyodide.FS, files);
    return call(request);
  };
  post({ kind: "progress", stage: "ready" });
}

function replaceFiles(FS, files) {
  for (const name of FS.readdir(FOLDER)) if (name.endsWith(".py")) FS.unlink(`${FOLDER}/${name}`);
  for (const [name, text] of Object.entries(files)) FS.writeFile(`${FOLDER}/${name}`, text);
}

function writeFile(FS, path, text) {
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.writeFile(path, text);
}

function limitMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function limited(pages) {
    if (this.buffer.byteLength + pages * 65536 > MOST_MEMORY) throw new RangeError("no more memory for this page");
    return grow.call(this, pages);
  };
}
