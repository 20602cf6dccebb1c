// The page of a grade with games to replay, and without searches.

import {} from "./failed_cases.js";
import {} from "./games_page.js";
