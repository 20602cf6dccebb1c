// Dialogs: the introduction in three steps, and the page about the lab with its licences.

import { openDialog } from "../../pacman/display/web/static/dialog.js";
import { html } from "../../pacman/display/web/static/elements.js";
import { agentIcon } from "../../pacman/display/web/static/board.js";
import { readText } from "./parts.js";
import { text } from "./texts.js";

const STEPS = 3;

export function introduction() {
  let step = 1;
  const dialog = openDialog({ class: "introduction", "aria-labelledby": "introduction-title" });

  function draw() {
    const isLast = step === STEPS;
    dialog.replaceChildren(
      html("div", { class: "introduction-icons", "aria-hidden": "true" }, ...[0, 1, 2, 3].slice(0, step + 1).map((agent) => agentIcon(agent))),
      html("p", { class: "faint" }, text("step-of", { step })),
      html("h2", { id: "introduction-title" }, text(`intro-${step}`)),
      html("p", {}, text(`intro-${step}-text`)),
      html("p", { class: "faint" }, text("privacy")),
      html(
        "div",
        { class: "buttons" },
        html("button", { type: "button", onclick: () => dialog.close() }, text("skip")),
        step > 1 ? html("button", { type: "button", onclick: () => go(step - 1) }, text("back")) : "",
        html("button", { type: "button", class: "primary", onclick: () => (isLast ? dialog.close() : go(step + 1)) }, text(isLast ? "begin" : "next")),
      ),
    );
    dialog.querySelector(".primary").focus();
  }

  function go(to) {
    step = to;
    draw();
  }

  draw();
}

let licences = null;

export async function about() {
  licences ??= readText("licences");
  const dialog = openDialog(
    { class: "about", "aria-labelledby": "about-title" },
    html("h2", { id: "about-title" }, text("title")),
    html("p", {}, text("tagline")),
    html("p", {}, text("privacy")),
    html("pre", { tabindex: 0 }, await licences),
    html("div", { class: "buttons" }, html("button", { type: "button", class: "primary", onclick: () => dialog.close() }, text("close"))),
  );
}
