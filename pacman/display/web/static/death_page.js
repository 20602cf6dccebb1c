// The page of the decision that lost a game.

import { deathView } from "./death_view.js";
import { readData } from "./elements.js";
import {} from "./theme.js";

const place = document.getElementById("search");
place.className = "search death";
deathView(place, await readData("death"));
