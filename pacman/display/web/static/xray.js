// Contributions of the features of an evaluation to each action, as bars, and the change that would flip the decision.

import { html, svg } from "./elements.js";
import { numberText } from "./search_data.js";

export function xray({ actions, chosen, features, flip }, words) {
  const most = Math.max(...features.flatMap(({ values }) => values.map(Math.abs)), 1e-9);
  const head = html(
    "tr",
    {},
    html("th"),
    ...actions.map((action) => html("th", { scope: "col", class: action === chosen ? "chosen" : null }, action)),
  );
  const rows = features.map(({ name, meaning, values }) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, name, html("small", { class: "meaning" }, meaning)),
      ...values.map((value) => html("td", {}, signedBar(value / most), html("span", {}, numberText(value)))),
    ),
  );
  return html(
    "section",
    { class: "xray" },
    html("h2", {}, words.xray),
    html("div", { class: "wide" }, html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows))),
    html("p", { class: "flip" }, flip),
  );
}

// A bar to the right for a positive contribution, to the left for a negative one.
function signedBar(share) {
  const bar = { x: 50 + Math.min(0, 50 * share), width: Math.abs(50 * share), y: 1, height: 8, rx: 1 };
  return svg(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": true },
    svg("rect", { ...bar, fill: `var(--${share < 0 ? "bad" : "good"})` }),
    svg("rect", { x: 49.6, width: 0.8, height: 10, fill: "var(--faint)" }),
  );
}
