// The page of one game.

import { readData } from "./elements.js";
import { player } from "./player.js";
import { saveCommand } from "./save_command.js";
import {} from "./theme.js";

const game = await readData("game");
const words = await readData("player-words");
const saving = game.howToSave ? saveCommand(game.howToSave, words) : null;
player(document.getElementById("player"), [game], words, { plays: true, isAlone: true, saving });
