"""The project's own files, as tests about the repository see them.

Never looks into what the tools make: environments, caches, data.
"""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "tools", "docs", "vendor", ".ci")
MADE = ("__pycache__", "node_modules")
BINARY = (".png", ".woff2", ".ttf", ".ico", ".webp")


def project_files() -> Iterator[Path]:
    """Every file of the project that is kept in the repository."""
    yield from (path for path in ROOT.iterdir() if path.is_file())
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and not set(path.parts) & set(MADE):
                yield path


def project_texts() -> Iterator[tuple[str, str]]:
    """The path from the root and the text of each file that is text."""
    for path in project_files():
        if path.suffix not in BINARY:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
