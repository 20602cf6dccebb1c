// The page of one game.

import { readData } from "./elements.js";
import { player } from "./player.js";

player(document.getElementById("player"), [await readData("game")], { plays: true, isAlone: true });
