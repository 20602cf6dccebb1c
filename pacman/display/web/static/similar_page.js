// The page of similar submissions needs no script of its own.

import {} from "./theme.js";
