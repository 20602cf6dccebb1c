// The command that saves Pacman's decision in the round shown as a case; a page without Python cannot do it itself.

import { html } from "./elements.js";

// `start` is the start of the command, which names the recording.
export function saveCommand(start, words) {
  const label = `${words["do-case"]} (C)`;
  const panel = html("div", { class: "saving", hidden: "", role: "status" });
  const button = html("button", { type: "button", class: "save-case", title: label, "aria-label": label, onclick: toggle }, "C");

  function toggle() {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-pressed", !panel.hidden);
  }

  // Show the command for the decision in a state, or for the last one of the game.
  function show(number, { last, numAgents }) {
    const decision = Math.min(number, Math.max(0, last - 1));
    const move = decision - (decision % numAgents) + 1;
    const command = `${start} --move ${move} --depth 1 -o move-${move}.test`;
    panel.replaceChildren(html("p", {}, words["case-command"]), html("p", {}, html("code", {}, command)));
  }

  return { button, panel, toggle, show, help: ["C", "do-case"] };
}
