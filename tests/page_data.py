"""Reading of the data that a page holds."""

import base64
import json
import re
import zlib
from typing import Any


def page_data(page: str, name: str) -> Any:
    """Return the data of a block, which is compressed if it is large."""
    block = re.search(rf'<script type="application/(json|octet-stream)" id="{name}">([^<]*)</script>', page)
    assert block, name
    text = block[2] if block[1] == "json" else zlib.decompress(base64.b64decode(block[2]))
    return json.loads(text)


def failed_cases(page: str) -> list[dict[str, Any]]:
    """Return the data of the failed cases of a page of a grade."""
    return [case for cases in page_data(page, "grade")["cases"].values() for case in cases]
