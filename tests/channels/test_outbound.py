"""Requests to addresses that people gave us reach the public Internet, and nothing that only our server can reach."""

import ipaddress
import socket
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from games.channels import outbound
from games.channels.outbound import is_public, post, read_target
from games.channels.trouble import Permanent, Temporary

from .certificates import contexts
from .servers import Server, server

PUBLIC = "93.184.215.14"


@pytest.fixture
def local(settings: Settings) -> Iterator[Server]:
    settings.LOCAL_WEBHOOKS = True
    with server() as told:
        yield told


class Names:
    """A name server that gives each answer in turn, and the last one for ever."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked = 0

    def getaddrinfo(self, _host: str, port: int, **_options: Any) -> list[Any]:
        self.asked += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return [(0, 0, 0, "", (address, port)) for address in answer]


class Connections:
    """Notes to where somebody would connect, and refuses."""

    def __init__(self) -> None:
        self.to: list[tuple[str, int]] = []

    def create_connection(self, address: tuple[str, int], **_options: Any) -> socket.socket:
        self.to.append(address)
        raise ConnectionRefusedError


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> Connections:
    made = Connections()
    monkeypatch.setattr(socket, "create_connection", made.create_connection)
    return made


def names(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> Names:
    made = Names(*answers)
    monkeypatch.setattr(socket, "getaddrinfo", made.getaddrinfo)
    return made


# --- where nothing may go -------------------------------------------------------------------------

FORBIDDEN = {
    "this network": "0.0.0.0",
    "loopback": "127.0.0.1",
    "all of loopback": "127.8.9.10",
    "private, ten": "10.0.0.1",
    "private, 172": "172.31.255.254",
    "private, 192": "192.168.1.1",
    "carrier-grade NAT": "100.64.0.1",
    "another cloud's metadata": "100.100.100.200",
    "link-local": "169.254.1.1",
    "a cloud's metadata": "169.254.169.254",
    "a cloud's wire server": "168.63.129.16",
    "documentation": "203.0.113.7",
    "benchmarks": "198.18.0.1",
    "6to4 relay": "192.88.99.1",
    "multicast": "224.0.0.1",
    "reserved": "240.0.0.1",
    "broadcast": "255.255.255.255",
    "unspecified v6": "::",
    "loopback v6": "::1",
    "link-local v6": "fe80::1",
    "site-local v6": "fec0::1",
    "unique local v6": "fd12:3456::1",
    "a cloud's metadata v6": "fd00:ec2::254",
    "multicast v6": "ff02::1",
    "mapped loopback": "::ffff:127.0.0.1",
    "mapped private": "::ffff:10.0.0.1",
    "mapped public": "::ffff:93.184.215.14",
    "compatible": "::127.0.0.1",
    "translated": "::ffff:0:10.0.0.1",
    "NAT64": "64:ff9b::7f00:1",
    "NAT64, local": "64:ff9b:1::a00:1",
    "6to4 of a private address": "2002:a00:1::1",
    "6to4 of a public address": "2002:5db8:d70e::1",
    "Teredo": "2001:0:5ef5:79fb:0:59:80ff:fffe",
    "ORCHID": "2001:20::1",
    "documentation v6": "2001:db8::1",
    "newer documentation v6": "3fff::1",
    "discarded": "100::1",
}


@pytest.mark.parametrize("address", FORBIDDEN.values(), ids=FORBIDDEN.keys())
def test_an_address_that_is_not_public_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch, connections: Connections
) -> None:
    assert not is_public(ipaddress.ip_address(address))
    names(monkeypatch, [address])
    literal = f"[{address}]" if ":" in address else address
    for host in (literal, "hooks.example.org"):
        with pytest.raises(Permanent, match="public Internet"):
            post(f"https://{host}/", b"{}", {})
    assert connections.to == []


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700::6810:84e5", "2a00:1450:4001::1"])
def test_a_public_address_is_fine(address: str, monkeypatch: pytest.MonkeyPatch, connections: Connections) -> None:
    names(monkeypatch, [address])
    with pytest.raises(Temporary, match="did not answer"):
        post("https://hooks.example.org/", b"{}", {})
    assert connections.to == [(address, 443)]


def test_one_bad_answer_among_good_ones_is_enough(monkeypatch: pytest.MonkeyPatch, connections: Connections) -> None:
    names(monkeypatch, [PUBLIC, "127.0.0.1"])
    with pytest.raises(Permanent):
        post("https://hooks.example.org/", b"{}", {})
    assert connections.to == []


def test_a_zone_does_not_hide_a_local_address(monkeypatch: pytest.MonkeyPatch, connections: Connections) -> None:
    names(monkeypatch, ["fe80::1%eth0"])
    with pytest.raises(Permanent):
        post("https://hooks.example.org/", b"{}", {})
    assert connections.to == []


def test_names_are_looked_up_once_and_the_answer_is_pinned(
    monkeypatch: pytest.MonkeyPatch, connections: Connections
) -> None:
    """A name server that says one thing to the check and another to the connection gets nowhere."""
    asked = names(monkeypatch, [PUBLIC], ["127.0.0.1"])
    with pytest.raises(Temporary):
        post("https://rebinding.example.org/", b"{}", {})
    assert asked.asked == 1
    assert connections.to == [(PUBLIC, 443)]


@pytest.mark.parametrize(
    "host",
    ["2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1", "017700000001", "127.0.0.1.", "0x", "1.2.3.4.5"],
)
def test_other_spellings_of_addresses_are_no_names(host: str, connections: Connections) -> None:
    with pytest.raises(Permanent):
        post(f"https://{host}/", b"{}", {})
    assert connections.to == []


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://hooks.example.org/", "https://"),
        ("ftp://hooks.example.org/", "https://"),
        ("file:///etc/passwd", "https://"),
        ("//hooks.example.org/", "https://"),
        ("hooks.example.org", "https://"),
        ("https://", "no web address"),
        ("https:///path", "no web address"),
        ("https://ada:secret@hooks.example.org/", "name or password"),
        ("https://93.184.215.14@127.0.0.1/", "name or password"),
        ("https://hooks.example.org:99999/", "no web address"),
        ("https://hooks.example.org:22/", "port"),
        ("https://hooks.example.org:80/", "port"),
        ("https://hooks.example.org/a b", "no web address"),
        ("https://hooks.example.org/\r\nX-Evil: 1", "no web address"),
        ("https://hooks.example.org\t/", "no web address"),
        ("https://hooks.example.org\\@127.0.0.1/", "name or password"),
        ("https://höoks.example.org/", "no web address"),
        ("https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "no web address"),
        ("https://[fe80::1%25eth0]/", "no web address"),
        ("https://[::1/", "no web address"),
        ("https://" + "a" * 500 + ".example.org/", "no web address"),
    ],
)
def test_what_is_no_plain_secure_address_is_refused(url: str, reason: str, connections: Connections) -> None:
    with pytest.raises(Permanent, match=reason):
        post(url, b"{}", {})
    assert connections.to == []


def test_an_address_is_read() -> None:
    target = read_target("https://Hooks.example.org:8443/a/b?c=d#e")
    assert (target.host, target.port, target.path, target.authority) == (
        "hooks.example.org",
        8443,
        "/a/b?c=d",
        "hooks.example.org:8443",
    )
    assert read_target("https://[2606:4700::1]").authority == "[2606:4700::1]"


def test_the_setting_opens_this_machine_and_nothing_else(
    local: Server, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    assert post(f"{local.url}/x", b"{}", {}) == 204
    names(monkeypatch, ["10.0.0.1"])
    for scheme in ("http", "https"):
        with pytest.raises(Permanent, match="public Internet"):
            post(f"{scheme}://printer.example.org/", b"{}", {})
    names(monkeypatch, [PUBLIC])
    with pytest.raises(Permanent, match="public Internet"):
        post("http://hooks.example.org/", b"{}", {})  # the open Internet stays for TLS alone
    settings.LOCAL_WEBHOOKS = False
    with pytest.raises(Permanent):
        post(f"{local.url}/x", b"{}", {})
    assert len(local.got) == 1


# --- what is sent, and what comes back ------------------------------------------------------------


def test_the_server_gets_what_was_sent(local: Server) -> None:
    assert post(f"{local.url}/hook?a=1", b'{"a": 1}', {"Content-Type": "application/json"}) == 204
    got = local.got[0]
    assert (got.path, got.body) == ("/hook?a=1", b'{"a": 1}')
    assert got.headers["Host"] == f"127.0.0.1:{local.port}"
    assert got.headers["Content-Type"] == "application/json"
    assert got.headers["User-Agent"] == "Genial"


@pytest.mark.parametrize("status", [200, 400, 410, 500])
def test_the_status_is_told(local: Server, status: int) -> None:
    local.status = status
    assert post(local.url, b"{}", {}) == status


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_nobody_leads_us_on(local: Server, status: int, settings: Settings) -> None:
    with server() as other:
        local.status, local.headers = status, {"Location": other.url}
        with pytest.raises(Permanent, match="leads on"):
            post(local.url, b"{}", {})
        assert other.got == []


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\n folded", "\u2028", "é"])
def test_no_header_makes_another(local: Server, value: str) -> None:
    with pytest.raises(ValueError, match="one line"):
        post(local.url, b"{}", {"Genial-Event": value})
    assert local.got == []


def drip(letters: bytes) -> Any:
    """Write them one by one, a tenth of a second apart, for as long as somebody listens."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        for letter in letters:
            handler.wfile.write(bytes([letter]))
            handler.wfile.flush()
            time.sleep(0.1)

    return answer


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(lambda _handler: time.sleep(2), id="silence"),
        pytest.param(drip(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 100), id="slow headers"),
        pytest.param(drip(b"HTTP/1.1 " + b"2" * 1000), id="slow status"),
        pytest.param(drip(b"HTTP/1.1 100 Continue\r\n\r\n" * 100), id="not yet, not yet"),
    ],
)
def test_a_slow_answer_is_cut(local: Server, answer: Any) -> None:
    local.answer = answer
    began = time.monotonic()
    with pytest.raises(Temporary, match="did not answer"):
        post(local.url, b"{}", {}, timeout=0.5)
    assert 0.4 < time.monotonic() - began < 1.5


def test_a_slow_name_server_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*_args: Any, **_options: Any) -> list[Any]:
        time.sleep(3)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    began = time.monotonic()
    with pytest.raises(Temporary, match="looked up"):
        post("https://hooks.example.org/", b"{}", {}, timeout=0.2)
    assert time.monotonic() - began < 2


def test_a_name_that_nobody_knows_may_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_args: Any, **_options: Any) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(Temporary, match="looked up"):
        post("https://hooks.example.org/", b"{}", {})


def test_a_huge_answer_is_not_read(local: Server) -> None:
    written = 0

    def answer(handler: BaseHTTPRequestHandler) -> None:
        nonlocal written
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        for _number in range(1000):
            written += handler.wfile.write(b"x" * 1_000_000)

    local.answer = answer
    began = time.monotonic()
    assert post(local.url, b"{}", {}, timeout=5) == 200
    assert time.monotonic() - began < 1
    assert written < 100_000_000


@pytest.mark.parametrize("line", [b"nonsense\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"HTTP/1.1 200 " + b"x" * 70_000, b""])
def test_an_answer_that_is_no_http_is_none(local: Server, line: bytes) -> None:
    local.answer = lambda handler: handler.wfile.write(line)
    with pytest.raises(Temporary, match="did not answer"):
        post(local.url, b"{}", {}, timeout=2)


# --- TLS ------------------------------------------------------------------------------------------


def test_tls_is_verified_for_the_name_at_the_pinned_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.LOCAL_WEBHOOKS = True
    serving, trusting = contexts(tmp_path, "hooks.example.org")
    monkeypatch.setattr(outbound, "tls", lambda: trusting)
    with server(serving) as told:
        real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", lambda _host, *rest, **options: real("127.0.0.1", *rest, **options))
        assert post(f"https://hooks.example.org:{told.port}/", b"{}", {}) == 204
        with pytest.raises(Permanent, match="prove its name"):
            post(f"https://other.example.org:{told.port}/", b"{}", {})
        monkeypatch.undo()
        settings.LOCAL_WEBHOOKS = True
        monkeypatch.setattr(socket, "getaddrinfo", lambda _host, *rest, **options: real("127.0.0.1", *rest, **options))
        with pytest.raises(Permanent, match="prove its name"):  # and nobody vouches for this one
            post(f"https://hooks.example.org:{told.port}/", b"{}", {})
    assert [request.headers["Host"] for request in told.got] == [f"hooks.example.org:{told.port}"]


def test_a_handshake_that_never_ends_is_cut(settings: Settings) -> None:
    settings.LOCAL_WEBHOOKS = True
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        with pytest.raises(Temporary, match="did not answer"):
            post(f"https://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {}, timeout=0.3)
        assert time.monotonic() - began < 1
