// The page of a grade without failed cases.

import {} from "./theme.js";
