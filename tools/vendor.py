"""Fetches the pinned npm packages and copies the few files of theirs that the pages carry.

Run by hand when a version in `vendor/package.json` changes; building and testing never need npm.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HERE = ROOT / "vendor"
TARGET = ROOT / "src" / "kosci" / "web" / "static" / "vendor"
SUMS = HERE / "sha256sums.txt"

SUBSETS = ("latin", "latin-ext", "cyrillic")
FONTS = {
    "literata": [f"literata-{subset}-wght-normal.woff2" for subset in SUBSETS],
    "source-sans-3": [f"source-sans-3-{subset}-wght-normal.woff2" for subset in SUBSETS]
    + ["source-sans-3-latin-wght-italic.woff2"],
}


def copies() -> dict[str, str]:
    """Which file of a package goes where under `static/vendor`."""
    wanted = {"htmx.org/dist/htmx.min.js": "htmx.min.js", "htmx.org/LICENSE": "htmx-LICENSE.txt"}
    for family, names in FONTS.items():
        package = f"@fontsource-variable/{family}"
        wanted[f"{package}/LICENSE"] = f"{family}-LICENSE.txt"
        wanted |= {f"{package}/files/{name}": name for name in names}
    return wanted


def main() -> None:
    """Fetch, copy, and write down what was copied."""
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=HERE, check=True)
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    for source, name in copies().items():
        shutil.copyfile(HERE / "node_modules" / source, TARGET / name)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(TARGET.iterdir())]
    SUMS.write_text("".join(lines), encoding="utf-8")
    sys.stdout.write(f"{len(lines)} files copied to {TARGET}\n")


if __name__ == "__main__":
    main()
