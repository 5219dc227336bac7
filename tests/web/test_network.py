"""Listening: what a browser asks for is answered at once, not when an acknowledgement comes 40 ms later."""

import asyncio
import socket

import pytest

from kosci.web.network import bound_beside, listening_sockets


async def test_what_is_accepted_sends_without_delay() -> None:
    is_at_once = asyncio.get_running_loop().create_future()

    async def accepted(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        taken: socket.socket = writer.get_extra_info("socket")
        is_at_once.set_result(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0)
        writer.close()

    with listening_sockets("127.0.0.1", 0)[0] as bound:
        async with await asyncio.start_server(accepted, sock=bound):
            _, writer = await asyncio.open_connection("127.0.0.1", bound.getsockname()[1])
            assert await is_at_once
            writer.close()
            await writer.wait_closed()


def test_nobody_waits_in_line_where_nobody_serves() -> None:
    """Of several sockets at one address those count that listen."""
    one, other = listening_sockets("127.0.0.1", 0, 2)
    address = one.getsockname()
    with one, other, bound_beside(one) as third:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(address)
        third.listen()
        socket.create_connection(address).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(address)
