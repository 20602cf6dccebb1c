"""For the Chinese part of the site: links to English pages, which another build makes, point to their HTML."""

import re
from typing import Any


def on_page_markdown(markdown: str, **_: Any) -> str:
    return re.sub(r"(\]\((?:\.\./)+(?:lectures|teacher|researcher|developer|api)/[^)#]*)\.md", r"\1.html", markdown)
