"""What is installed: pinned, hashed, the same everywhere, and without a word about where it comes from."""

import re
import tomllib
from typing import cast

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.project import ROOT, project_files, project_texts

FILES = ("requirements.txt", "requirements-test.txt", "requirements-node.txt", "requirements-tools.txt")
ADDRESSES = tuple(
    re.compile(pattern)
    for pattern in (
        r"pypi\.or" + "g/simple",
        r"files\.python" + "hosted",
        r"registry\.np" + "mjs",
        r'"resolved": "htt' + "p",
        r"--(extra-)?inde" + "x-url",
    )
)


def locked(file: str) -> dict[str, str]:
    """The name and version of each requirement of a file; every one must be pinned and hashed."""
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    versions: dict[str, str] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            requirement, *hashes = line.split("--hash=sha256:")
            parsed = Requirement(requirement.strip())
            assert hashes, f"{file}: {parsed.name} has no hash"
            (pin,) = parsed.specifier
            assert pin.operator == "==", f"{file}: {parsed.name} is not pinned"
            versions[canonicalize_name(parsed.name)] = pin.version
    return versions


def declared(*groups: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = list(project["project"]["dependencies"])
    for extra in project["project"]["optional-dependencies"].values():
        lines += extra
    for group in groups:
        lines += [line for line in project["dependency-groups"][group] if isinstance(line, str)]
    return [Requirement(line) for line in cast("list[str]", lines)]


@pytest.mark.parametrize("file", FILES)
def test_each_requirement_is_pinned_and_hashed(file: str) -> None:
    assert locked(file)


@pytest.mark.parametrize(
    ("file", "groups"), [("requirements.txt", ["build"]), ("requirements-test.txt", ["build", "test"])]
)
def test_lock_holds_what_the_project_declares(file: str, groups: list[str]) -> None:
    versions = locked(file)
    for requirement in declared(*groups):
        name = canonicalize_name(requirement.name)
        assert name in versions, f"{file} lacks {name}: run tools/lock"
        assert requirement.specifier.contains(versions[name]), f"{file} has {name} {versions[name]}: run tools/lock"


def test_tests_run_with_the_versions_that_people_get() -> None:
    people, tests = locked("requirements.txt"), locked("requirements-test.txt")
    assert {name: tests.get(name) for name in people} == people


def test_no_file_says_where_packages_come_from() -> None:
    found = [
        f"{path}: {pattern.pattern}" for path, text in project_texts() for pattern in ADDRESSES if pattern.search(text)
    ]
    assert found == []


def test_the_lock_with_addresses_in_it_is_ignored() -> None:
    assert "uv.lock" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_files_are_small() -> None:
    large = {str(path): size for path in project_files() if (size := path.stat().st_size) > 1_000_000}
    assert large == {}
