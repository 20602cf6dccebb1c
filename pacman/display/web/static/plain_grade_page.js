// The page of a grade without games and searches.

import { showFailedCases } from "./failed_cases.js";

showFailedCases({});
