// The console: what the student's code printed, and errors with links to the student's own lines. All of it is text.

import { html } from "../../pacman/display/web/static/elements.js";
import { button } from "./editor.js";
import { text } from "./texts.js";

const MOST_CHARACTERS = 300_000; // on the page; older entries are removed

export function consoleView(place, { onPlace }) {
  const log = html("div", { class: "log", role: "log", "aria-label": text("console"), tabindex: 0 });
  const empty = html("p", { class: "faint" }, text("console-empty"));
  place.append(html("div", { class: "console-bar" }, html("h2", {}, text("console")), button("clear", text("clear"), text("clear"), clear)), log);
  let length = 0;
  clear();

  function clear() {
    log.replaceChildren(empty);
    length = 0;
  }

  function add(element) {
    const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 30;
    empty.remove();
    log.append(element);
    length += element.textContent.length;
    while (length > MOST_CHARACTERS && log.childElementCount > 1) {
      length -= log.firstElementChild.textContent.length;
      log.firstElementChild.remove();
    }
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  }

  // Consecutive output shares one element.
  function print(printed) {
    const last = log.lastElementChild;
    if (last?.matches("pre.printed") && last.textContent.length < 20_000) {
      last.textContent += printed;
      length += printed.length;
      log.scrollTop = log.scrollHeight;
    } else {
      add(html("pre", { class: "printed" }, printed));
    }
  }

  function fail({ text: words, frames }) {
    const places = frames.map((frame) => {
      const label = text(frame.function && frame.function !== "<module>" ? "in-function" : "at-line", frame);
      const link = html("button", { type: "button", class: "place", onclick: () => onPlace(frame.file, frame.line) }, label);
      return html("li", {}, link, " ", frame.source ? html("code", {}, frame.source) : "");
    });
    add(html("div", { class: "failure", role: "alert" }, html("p", {}, words), places.length ? html("ol", {}, ...places) : ""));
  }

  return {
    print, fail, clear,
    note: (words) => add(html("p", { class: "note" }, words)),
    warn: (words) => add(html("p", { class: "warning", role: "alert" }, words)),
    title: (words) => add(html("p", { class: "run-title" }, words)),
  };
}
