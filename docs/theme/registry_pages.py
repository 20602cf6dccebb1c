"""MkDocs hook: list the entries of the registries on the API page of agents."""

from typing import Any

from agents.registry import AGENTS, GHOSTS

MARK = "<!-- built-in agents and ghosts -->"


def on_page_markdown(markdown: str, **_: Any) -> str:
    names = [*AGENTS, *GHOSTS]
    return markdown.replace(MARK, "\n".join(f"::: agents.{name}" for name in names))
