// Failed cases of a page of a grade. The first of each question is open, and on paper all are.

import { failedCase } from "./case_view.js";
import { readData } from "./elements.js";
import {} from "./theme.js";

export const grade = await readData("grade"); // words, cases by question, searches by name

// `options` are those of `failedCase`.
export function showFailedCases(options) {
  const views = [];
  for (const place of document.querySelectorAll("[data-question]")) {
    const cases = grade.cases[place.dataset.question] ?? [];
    const shown = cases.map((each, number) => failedCase(each, grade.words, { ...options, isOpen: number === 0 }));
    place.append(...shown.map(({ root }) => root));
    shown[0]?.open();
    views.push(...shown);
  }
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = views.filter(({ root }) => !root.open);
    for (const view of views) {
      view.root.open = true;
      view.open();
    }
  });
  addEventListener("afterprint", () => {
    for (const { root } of folded) root.open = false;
  });
}
