// The page of the students with the same bug: a button that copies their ids.

import { readData } from "./elements.js";
import {} from "./theme.js";

const { words } = await readData("group");
const ids = document.querySelector("textarea.ids");
const button = document.querySelector("button.copy");

async function copy() {
  ids.select();
  try {
    await navigator.clipboard.writeText(ids.value);
  } catch {
    document.execCommand("copy"); // a page that was opened as a file may not use the clipboard of other programs
  }
  button.textContent = words["group-copied"];
}

button.addEventListener("click", copy);
ids.addEventListener("focus", () => ids.select());
