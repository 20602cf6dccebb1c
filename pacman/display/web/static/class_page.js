// The page of a class: tables that are sorted by their headings. That of the students is filtered by name, status, points,
// case and bug. The URL names the case, the bug, the status or the points, so that "back" returns to the list before.

import { filledIn, html, readData } from "./elements.js";
import {} from "./theme.js";

const { words } = await readData("class");
const table = document.querySelector("table.students");
const form = document.querySelector("form.filters");
const shown = form.querySelector("output.shown");
const showAll = form.querySelector("a.all");
const rows = [...table.tBodies[0].rows];
let wanted = () => true; // by the URL
let reason = "";

// -- sorting

function keyOf(row, column, isNumber) {
  const cell = row.cells[column];
  return isNumber ? (cell.dataset.value === "" ? -Infinity : Number(cell.dataset.value)) : cell.textContent.trim();
}

function sortBy(heading) {
  const sorted = heading.closest("table");
  const column = heading.cellIndex;
  const isNumber = heading.dataset.sort === "number";
  const isAgain = heading.getAttribute("aria-sort") === "ascending";
  for (const each of sorted.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", isAgain ? "descending" : "ascending");
  const compared = [...sorted.tBodies[0].rows].map((row) => [keyOf(row, column, isNumber), row]);
  compared.sort(([one], [other]) => (isNumber ? one - other || 0 : one.localeCompare(other, undefined, { numeric: true })));
  if (isAgain) compared.reverse();
  sorted.tBodies[0].append(...compared.map(([, row]) => row));
}

for (const heading of document.querySelectorAll("table.sortable thead [data-sort]")) {
  const button = html("button", { type: "button", class: "sort", onclick: () => sortBy(heading) }, ...heading.childNodes);
  heading.append(button);
}

// -- filters

function apply() {
  const text = form.elements.text.value.trim().toLocaleLowerCase();
  const status = form.elements.status.value;
  let count = 0;
  for (const row of rows) {
    const isShown = wanted(row) && (!status || row.dataset.status === status) && row.textContent.toLocaleLowerCase().includes(text);
    row.hidden = !isShown;
    count += isShown;
  }
  const number = filledIn(words["class-shown"], { count, all: rows.length });
  shown.textContent = [number, reason].filter(Boolean).join(" · ");
  showAll.hidden = count === rows.length;
}

const has = (name, number) => (row) => row.dataset[name].split(" ").includes(number);

// The filter that the URL names, and its description.
function filterOf(hash) {
  const [, kind, number] = hash.match(/^of-(case|bug)-(\d+)$/) ?? [];
  if (kind) {
    const name = document.getElementById(`${kind}-${number}`)?.cells[0].textContent ?? "";
    const [list, key] = kind === "case" ? ["cases", "class-failing"] : ["bugs", "class-with-bug"];
    return [has(list, number), filledIn(words[key], { name })];
  }
  const [, low, high] = hash.match(/^points-(\d+)-(\d+)$/) ?? [];
  if (low) {
    const isWithin = ({ value }) => value !== "" && Math.floor(value) >= Number(low) && Math.floor(value) <= Number(high);
    const isLast = ({ value }) => value !== "" && Number(value) >= Number(low); // more than the maximum, by extra points
    const top = table.querySelector("meter")?.max ?? Infinity;
    return [(row) => (Number(high) >= Math.floor(top) ? isLast : isWithin)(row.cells[1].dataset), low === high ? low : `${low}–${high}`];
  }
  return null;
}

function follow() {
  const hash = decodeURIComponent(location.hash.slice(1));
  const status = hash.match(/^status-(.+)$/)?.[1].replaceAll("-", " ");
  const found = filterOf(hash);
  if (!found && status === undefined && hash !== "students" && !hash.startsWith("student-")) return; // another part of the page
  [wanted, reason] = found ?? [() => true, ""];
  form.elements.status.value = status ?? "";
  form.elements.text.value = "";
  apply();
  const target = hash.startsWith("student-") ? document.getElementById(hash) : document.getElementById("students");
  target?.scrollIntoView({ block: hash.startsWith("student-") ? "center" : "start" });
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", apply);
addEventListener("hashchange", follow);
apply();
if (location.hash) follow();
