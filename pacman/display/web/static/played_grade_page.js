// The page of a grade with games to replay, and without searches.

import { drawGame } from "./case_games.js";
import { showFailedCases } from "./failed_cases.js";

showFailedCases({ drawGame });
