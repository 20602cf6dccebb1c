// The page of one decision: one or two searched trees, beside the board and the current line of code.

import { caseButton } from "./case_button.js";
import { readData } from "./elements.js";
import { searchView } from "./search_view.js";
import {} from "./theme.js";
import { xray } from "./xray.js";

const page = await readData("page");
const sources = await Promise.all(page.trees.map((_, number) => readData(`tree-${number}`)));
const place = document.getElementById("search");
const start = searchView(place, page.trees, sources, page.words);
if (page.xray) place.append(xray(page.xray, page.words));
if (page.case) place.append(caseButton(page.case, page.words));
start();
