"""The vendored files are exactly the ones that were copied from the pinned packages."""

import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VENDORED = ROOT / "src" / "kosci" / "web" / "static" / "vendor"
SUMS = [line.split() for line in (ROOT / "vendor" / "sha256sums.txt").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(("digest", "name"), SUMS, ids=[name for _, name in SUMS])
def test_vendored_file_is_unchanged(digest: str, name: str) -> None:
    assert hashlib.sha256((VENDORED / name).read_bytes()).hexdigest() == digest


def test_nothing_else_is_vendored() -> None:
    assert {path.name for path in VENDORED.iterdir()} == {name for _, name in SUMS}


def test_versions_are_exact_and_the_lock_names_no_address() -> None:
    wanted = json.loads((ROOT / "vendor" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    lock = (ROOT / "vendor" / "package-lock.json").read_text(encoding="utf-8")
    locked = json.loads(lock)["packages"]
    for name, version in wanted.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
        assert locked[f"node_modules/{name}"]["version"] == version
    assert '"resolved"' not in lock


def test_the_licences_stand_beside_the_files() -> None:
    names = {path.name for path in VENDORED.iterdir()}
    assert {"htmx-LICENSE.txt", "literata-LICENSE.txt", "source-sans-3-LICENSE.txt"} <= names
