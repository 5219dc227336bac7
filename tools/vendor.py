"""Fetches the pinned npm packages and copies the few files of theirs that the pages and the paper carry.

Run by hand when a version in `vendor/package.json` changes; building and testing never need npm.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
HERE = ROOT / "vendor"
PAGES = ROOT / "src" / "kosci" / "web" / "static" / "vendor"
PAPER = ROOT / "src" / "kosci" / "paper" / "fonts"

SUBSETS = ("latin", "latin-ext", "cyrillic")
FONTS = {
    "literata": [f"literata-{subset}-wght-normal.woff2" for subset in SUBSETS],
    "source-sans-3": [f"source-sans-3-{subset}-wght-normal.woff2" for subset in SUBSETS]
    + ["source-sans-3-latin-wght-italic.woff2"],
}
ON_PAPER = {
    "@expo-google-fonts/literata/600SemiBold/Literata_600SemiBold.ttf": "Literata-SemiBold.ttf",
    "@expo-google-fonts/literata/LICENSE_FONT": "literata-LICENSE.txt",
    "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf": "SourceSans3-Regular.ttf",
    "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf": "SourceSans3-SemiBold.ttf",
    "@expo-google-fonts/source-sans-3/LICENSE_FONT": "source-sans-3-LICENSE.txt",
    "dejavu-fonts-ttf/ttf/DejaVuSans.ttf": "DejaVuSans.ttf",
    "dejavu-fonts-ttf/LICENSE": "dejavu-LICENSE.txt",
}


def on_pages() -> dict[str, str]:
    """Which file of a package goes where under `static/vendor`."""
    wanted = {"htmx.org/dist/htmx.min.js": "htmx.min.js", "htmx.org/LICENSE": "htmx-LICENSE.txt"}
    for family, names in FONTS.items():
        package = f"@fontsource-variable/{family}"
        wanted[f"{package}/LICENSE"] = f"{family}-LICENSE.txt"
        wanted |= {f"{package}/files/{name}": name for name in names}
    return wanted


def copy(wanted: Mapping[str, str], target: Path, sums: Path) -> None:
    """Copy files of packages, and write down what was copied."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for source, name in wanted.items():
        shutil.copyfile(HERE / "node_modules" / source, target / name)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(target.iterdir())]
    sums.write_text("".join(lines), encoding="utf-8")
    sys.stdout.write(f"{len(lines)} files copied to {target}\n")


def main() -> None:
    """Fetch and copy."""
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=HERE, check=True)
    copy(on_pages(), PAGES, HERE / "sha256sums.txt")
    copy(ON_PAPER, PAPER, HERE / "sha256sums-paper.txt")


if __name__ == "__main__":
    main()
