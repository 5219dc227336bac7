"""Writes to a store until it is killed, saying each answer aloud: `python -m tests.adapters.writing ADDRESS`.

Prints a line only after the store has answered.
"""

import asyncio
import sys

from kosci.adapters.open import open_store
from kosci.service.ports import Store
from tests.adapters.making import batch, new_table, seat_row


async def write(store: Store, name: str) -> None:
    version = await new_table(store, name)
    while True:
        seats = [seat_row(name, version)] if version % 7 == 0 else []
        command = f"{name}-{version}"
        version = await store.append(
            batch(name, version, f"{name} {version}", "and more", command=command, seats=seats)
        )
        print(name, version, command, flush=True)


async def main(address: str) -> None:
    store = await open_store(address)
    await asyncio.gather(*(write(store, name) for name in "abcdefgh"))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
