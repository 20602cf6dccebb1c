// A button that saves the position of a page as a case, a fixed tree in a .test file.

import { filledIn, html } from "./elements.js";

// `texts` has the case for each depth that fits, from 1; `states` and `plies` are the limits of a case.
export function caseButton({ name, texts, states, plies }, words) {
  const depth = html("input", { type: "number", class: "case-depth", min: 1, value: Math.max(1, texts.length), step: 1 });
  const problem = html("p", { class: "case-problem", role: "status" });
  const button = html("button", { type: "button", class: "case" }, words["case-button"]);
  button.addEventListener("click", () => {
    const wanted = Number(depth.value);
    const most = texts.length;
    const isDepth = Number.isInteger(wanted) && wanted >= 1;
    const key = !isDepth ? "case-wrong-depth" : most ? "case-too-large" : "case-fits-none";
    problem.textContent = isDepth && wanted <= most ? "" : filledIn(words[key], { depth: wanted, most, states, plies });
    if (!problem.textContent) saveText(name, texts[wanted - 1]);
  });
  return html(
    "div",
    { class: "case-saving" },
    html("p", {}, button, " ", html("label", {}, words["case-depth"], " ", depth), ` ${words["case-about"]}`),
    problem,
  );
}

function saveText(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  html("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
