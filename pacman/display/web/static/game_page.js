// The page of one game. Keys work wherever the focus is.

import { readData } from "./elements.js";
import { player } from "./player.js";

const shown = player(document.getElementById("player"), await readData("game"), { plays: true });
shown.root.focus();
