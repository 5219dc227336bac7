"""Static files, read once; their address changes with their content, so browsers may keep them for ever.

Serves what is in the folder and nothing else.
"""

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.responses import Response

from kosci.web.refusals import Refused
from kosci.web.render import STATIC
from kosci.web.visit import Visit

FOR_EVER = "public, max-age=31536000, immutable"
BRIEFLY = "public, max-age=300"  # an address with another content's hash: an old page, or a new one
TYPES = {".woff2": "font/woff2", ".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}


@dataclass(frozen=True, slots=True)
class File:
    """One file: its bytes and what they are."""

    content: bytes
    kind: str


@cache
def read_files(folder: Path = STATIC) -> Mapping[str, File]:
    """Every file of the folder by its path in it."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): File(path.read_bytes(), kind_of(path)) for path in found}


def kind_of(path: Path) -> str:
    """The media type of a file."""
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


@dataclass(frozen=True, slots=True)
class Files:
    """The static files of the site."""

    files: Mapping[str, File]

    async def serve(self, visit: Visit) -> Response:
        """One file."""
        file = self.files.get(visit.path("path"))
        if file is None:
            raise Refused(404, "no such file")
        is_current = visit.path("digest") == visit.site.renderer.digest
        headers = {"cache-control": FOR_EVER if is_current else BRIEFLY}
        return Response(file.content, media_type=None, headers={**headers, "content-type": file.kind})
