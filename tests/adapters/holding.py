"""Opens a store, says so, and holds it until it is killed: `python -m tests.adapters.holding ADDRESS`.

Never closes it.
"""

import asyncio
import sys

from kosci.adapters.open import open_store


async def main(address: str) -> None:
    store = await open_store(address)
    print("open", flush=True)
    await asyncio.Event().wait()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
