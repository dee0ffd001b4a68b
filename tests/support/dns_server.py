"""A name server on a local UDP and TCP port, with the records of a test."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

MAX_UDP = 512


class DnsServer:
    """`records`: by name and type, the values of a zone file. `failing`: names that the server cannot resolve."""

    def __init__(self) -> None:
        self.records: dict[tuple[str, str], list[str]] = {}
        self.failing: set[str] = set()
        self.silent: set[str] = set()
        self.asked: list[str] = []
        self.port = 0

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def answer(self, asked: bytes, *, is_tcp: bool) -> bytes | None:
        """The answer to a query; None: none."""
        query = dns.message.from_wire(asked)
        question = query.question[0]
        name, kind = str(question.name).rstrip(".").lower(), dns.rdatatype.to_text(question.rdtype)
        self.asked.append(f"{'tcp' if is_tcp else 'udp'} {kind} {name}")
        if name in self.silent:
            return None
        response = dns.message.make_response(query)
        values = self.records.get((name, kind), [])
        if name in self.failing:
            response.set_rcode(dns.rcode.SERVFAIL)
        elif values:
            response.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *values))
        elif not any(name == known for known, _ in self.records):
            response.set_rcode(dns.rcode.NXDOMAIN)
        wire = response.to_wire()
        if len(wire) > MAX_UDP and not is_tcp:
            short = dns.message.make_response(query)
            short.flags |= dns.flags.TC
            return short.to_wire()
        return wire

    async def serve_tcp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one query of a connection."""
        size = int.from_bytes(await reader.readexactly(2))
        answer = self.answer(await reader.readexactly(size), is_tcp=True)
        if answer is not None:
            writer.write(len(answer).to_bytes(2) + answer)
            await writer.drain()
        writer.close()


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, server: DnsServer) -> None:
        self._server = server

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.DatagramTransport", transport)

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        answer = self._server.answer(data, is_tcp=False)
        if answer is not None:
            self._transport.sendto(answer, addr)


@contextmanager
def running_dns_server() -> Iterator[DnsServer]:
    """Serve in a thread of its own, on a port that is free for both."""
    server, loop = DnsServer(), asyncio.new_event_loop()
    listening = loop.run_until_complete(asyncio.start_server(server.serve_tcp, "127.0.0.1", 0))
    server.port = listening.sockets[0].getsockname()[1]
    datagrams, _ = loop.run_until_complete(
        loop.create_datagram_endpoint(lambda: _Datagrams(server), local_addr=("127.0.0.1", server.port))
    )
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        listening.close()
        datagrams.close()
        loop.close()
