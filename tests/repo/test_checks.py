"""Style, types and imports: the checks that read the code without running it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project import ROOT

PROGRAMS = Path(sys.executable).parent
CHECKS = {
    "ruff finds nothing": ("ruff", "check", "."),
    "ruff would format nothing": ("ruff", "format", "--check", "."),
    "types are right and complete": ("mypy",),
    "each layer imports only what is below it": ("lint-imports", "--no-logo"),
}


@pytest.mark.parametrize("command", CHECKS.values(), ids=CHECKS.keys())
def test_check(command: tuple[str, ...]) -> None:
    program, *arguments = command
    done = subprocess.run([PROGRAMS / program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_engine_needs_only_the_standard_library() -> None:
    modules = sorted((ROOT / "src/kosci/engine").glob("*.py"))
    assert modules
    for module in modules:
        foreign = {name for name in imported(module) if not is_allowed_in_engine(name)}
        assert not foreign, f"{module.name} imports {sorted(foreign)}"


def imported(module: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def is_allowed_in_engine(name: str) -> bool:
    return name.startswith("kosci.engine") or name.partition(".")[0] in sys.stdlib_module_names
