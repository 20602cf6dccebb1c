// A button that saves the position of a page as a case, a fixed tree in a .test file.

import { html } from "./elements.js";

export function caseButton(position, words) {
  const button = html("button", { type: "button", class: "case" }, words["case-button"]);
  button.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([position.text], { type: "text/plain" }));
    html("a", { href: address, download: position.name }).click();
    URL.revokeObjectURL(address);
  });
  return html("p", { class: "case" }, button, ` ${position.about}`);
}
