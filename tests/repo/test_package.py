"""What is built: a wheel with all that the program reads at run time."""

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.support.project import MADE, ROOT

SOURCE = ROOT / "src"


def test_wheel_holds_every_file_of_the_package_and_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("kosci-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        built = {name for name in archive.namelist() if not name.partition("/")[0].endswith(".dist-info")}
    files = {path for path in (SOURCE / "kosci").rglob("*") if path.is_file() and not set(path.parts) & set(MADE)}
    assert built == {path.relative_to(SOURCE).as_posix() for path in files}
