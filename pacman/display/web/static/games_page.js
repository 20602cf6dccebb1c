// A page with several players: each element with `data-games` names the data of its games, side by side.

import { readData } from "./elements.js";
import { player } from "./player.js";

for (const place of document.querySelectorAll("[data-games]")) {
  const games = await Promise.all(place.dataset.games.split(" ").map(readData));
  const { start, parting } = place.dataset;
  player(place, games, { start: Number(start ?? 0), parting: parting === undefined ? null : Number(parting) });
}
