"""MkDocs hook of the Chinese site: link English pages, which another build makes, by their HTML files."""

import re
from typing import Any


def on_page_markdown(markdown: str, **_: Any) -> str:
    folders = r"(?:lectures|teacher|researcher|developer|api)/[^)#]*"
    return re.sub(rf"(\]\((?:\.\./)+(?:{folders}|[A-Z]+))\.md", r"\1.html", markdown)
