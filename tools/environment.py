"""Makes a Python environment with hash-locked requirements and the project: environment.py FOLDER REQUIREMENTS STAMP.

Knows only the standard library; never leaves a half-made environment that looks whole: the stamp is written last.
"""

import fcntl
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / ".tools"
LINES_OF_AN_ERROR = 12


class SetupError(Exception):
    """Something could not be installed; the message says what and why."""


def main() -> None:
    """Make the environment, or wait for whoever is making it."""
    folder, requirements, stamp = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    try:
        with alone():
            if not is_made(folder, stamp):
                say(f"Setting up Kości in {folder} (once, about twenty seconds) …")
                make(folder, requirements, stamp)
    except SetupError as error:
        sys.exit(f"Kości could not be set up: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


@contextmanager
def alone() -> Iterator[None]:
    """Hold the lock of the tools folder; the system lets go of it however this process ends."""
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another set-up of Kości …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_made(folder: Path, stamp: str) -> bool:
    """Whether the environment is whole and is the one the stamp stands for."""
    file = folder / "stamp"
    return (folder / "bin" / "python").exists() and file.exists() and file.read_text().rstrip("\n") == stamp


def make(folder: Path, requirements: Path, stamp: str) -> None:
    """Make the environment in place of whatever is there."""
    shutil.rmtree(folder, ignore_errors=True)
    try:
        venv.create(folder, symlinks=True, with_pip=True)
    except subprocess.CalledProcessError as error:
        hint = "the module ensurepip is missing (on Debian and Ubuntu: apt install python3-venv)"
        raise SetupError(f"{sys.executable} makes no environment: {hint}") from error
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    run([*pip, "--require-hashes", "--only-binary", ":all:", "--requirement", str(requirements)])
    run([*pip, "--no-index", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)])
    (folder / "stamp").write_text(f"{stamp}\n")


def run(command: list[str]) -> None:
    """Run a command in silence; SetupError with the end of what it said if it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        end = "\n".join((done.stdout + done.stderr).strip().splitlines()[-LINES_OF_AN_ERROR:])
        raise SetupError(f"{' '.join(command)} failed (the network is needed once):\n{end}")


def say(text: str) -> None:
    """Print progress where it does not mix with a command's output."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
