"""What browsers are given to make the site an app of: the manifest, and the service worker with the files it keeps.

Knows no reader but the language, and no table.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

import kosci
from kosci.locale.words import Words
from kosci.web.build_home import FIRST_VARIANT
from kosci.web.files import read_files
from kosci.web.render import STATIC, STATIC_URL, TEMPLATES, Renderer, digest_of
from kosci.web.views import Mode

OFFLINE = "/app/offline"
SOURCE = "sw.js"
GROUND = "#e9e2d3"  # --desk in base.css
SIZES = (192, 512)
SHORTCUTS: tuple[Mode, ...] = ("real", "device", "alone")  # phones show three


@cache
def release(renderer: Renderer) -> str:
    """What changes with every file, template and word that pages are made of."""
    whole = sha256(f"{kosci.__version__} {renderer.digest} {digest_of(TEMPLATES)}".encode())
    for path in sorted(Path(kosci.__file__).with_name("locale").glob("*.po")):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def worker_script(renderer: Renderer) -> str:
    """The service worker, told what to keep."""
    kept = [path for path in read_files() if path != SOURCE and not path.endswith(".txt")]
    told = {
        "version": release(renderer),
        "at": f"{STATIC_URL}/{renderer.digest}",
        "files": [renderer.asset(path) for path in kept],
        "offline": OFFLINE,
    }
    return f"const RELEASE = {json.dumps(told)};\n{(STATIC / SOURCE).read_text(encoding='utf-8')}"


def manifest(renderer: Renderer, words: Words) -> str:
    """What an installed app is called, how it looks and where it starts, as JSON."""
    drawn = {
        (purpose, size): {
            "src": renderer.asset(f"icons/{name}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for purpose, name in (("any", "icon"), ("maskable", "maskable"))
        for size in SIZES
    }
    scalable = {"src": renderer.asset("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    starts = {words(f"mode.{mode}"): f"/new?variant={FIRST_VARIANT}&mode={mode}" for mode in SHORTCUTS}
    told = {
        "id": "/",
        "name": "Kości",
        "short_name": "Kości",
        "description": words("app.description"),
        "lang": words.lang,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "categories": ["games"],
        "icons": [*drawn.values(), scalable],
        "shortcuts": [{"name": name, "url": url, "icons": [drawn["any", 192]]} for name, url in starts.items()],
    }
    return json.dumps(told, ensure_ascii=False, indent=1)
