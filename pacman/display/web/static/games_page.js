// A page with several players: each element with `data-games` names the data of its games, shown side by side.

import { readData } from "./elements.js";
import { player } from "./player.js";
import {} from "./theme.js";

const playerWords = document.getElementById("player-words") && (await readData("player-words"));
for (const place of document.querySelectorAll("[data-games]")) {
  const games = await Promise.all(place.dataset.games.split(" ").map(readData));
  const { start, parting } = place.dataset;
  player(place, games, playerWords, { start: Number(start ?? 0), parting: parting === undefined ? null : Number(parting) });
}
