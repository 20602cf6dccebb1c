// The page of one game.

import { readData } from "./elements.js";
import { player } from "./player.js";
import {} from "./theme.js";

player(document.getElementById("player"), [await readData("game")], await readData("player-words"), { plays: true, isAlone: true });
