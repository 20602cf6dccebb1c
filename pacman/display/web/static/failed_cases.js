// Failed cases of a grade: on paper all of them are open. `onOpen(failed)` is called before a case is shown.

import {} from "./theme.js";

const failedCases = [...document.querySelectorAll("details.failed")];

export function whenOpened(onOpen) {
  for (const failed of failedCases) {
    failed.addEventListener("toggle", () => failed.open && onOpen(failed));
    if (failed.open) onOpen(failed);
  }
  addEventListener("beforeprint", () => failedCases.forEach(onOpen));
}

let folded = [];
addEventListener("beforeprint", () => {
  folded = failedCases.filter((failed) => !failed.open);
  for (const failed of folded) failed.open = true;
});
addEventListener("afterprint", () => {
  for (const failed of folded) failed.open = false;
});
