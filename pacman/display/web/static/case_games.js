// Games of failed cases, each under its name in the data of the page.

import { readData } from "./elements.js";
import { player } from "./player.js";

export async function drawGame(place, { game, start }) {
  player(place, [await readData(game)], await readData("player-words"), { start });
}
