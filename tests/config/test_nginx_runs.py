"""The proxy as it is shipped, in a real nginx: a web process is killed under a request."""

from __future__ import annotations

import http.client
import os
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings

from tests.support.stack import CHECKOUT

WEB = """
import socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen()
print("up", flush=True)
while True:
    asked, _from = server.accept()
    print(asked.recv(65536).split()[0].decode(), flush=True)
    sys.stdin.readline()
    asked.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n")
    asked.close()
"""
INSTALL = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "nginx-light"]


@pytest.fixture(scope="module")
def program() -> str:
    """The system's nginx, installed where it is missing."""
    where = f"{os.environ['PATH']}:/usr/sbin"
    if shutil.which("nginx", path=where) is None:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet, stdout=subprocess.DEVNULL)
        subprocess.run(INSTALL, check=True, env=quiet, stdout=subprocess.DEVNULL)
    found = shutil.which("nginx", path=where)
    assert found, "install nginx (Debian: apt-get install nginx-light)"
    return found


class Proxy:
    """nginx with two web processes, each of which answers only when it is told to."""

    def __init__(self, program: str, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        text = (CHECKOUT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        before, _, text = text.partition("server {\n    listen 80;")
        text = before + text.partition("}\n\n")[2]
        for pattern, new in (
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};"),
            (r" *ssl_certificate.*\n", ""),
            (r"/run/viertal/", f"{folder}/"),
            (r"/usr/share/viertal/", f"{CHECKOUT}/deploy/"),
        ):
            text, replaced = re.subn(pattern, new, text)
            assert replaced, pattern
        self.file = folder / "nginx.conf"
        user = "user root;\n" if os.geteuid() == 0 else ""
        self.file.write_text(
            f"{user}pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
            f"http {{\ninclude /etc/nginx/mime.types;\naccess_log off;\n{text}\n}}\n"
        )
        self.webs = [
            subprocess.Popen(
                [sys.executable, "-c", WEB, str(folder / f"web-{number}.sock")],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            )
            for number in (1, 2)
        ]  # fmt: skip
        for web in self.webs:
            assert web.stdout.readline() == b"up\n"
        # returns once it listens
        self.command = [program, "-e", f"{folder}/error.log", "-c", str(self.file)]
        subprocess.run(self.command, check=True, stderr=subprocess.DEVNULL)

    def ask(self, method: str, path: str) -> tuple[http.client.HTTPResponse, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body=b"a=1" if method in ("POST", "PUT", "PATCH") else None)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer, text

    def asked(self, patience: float = 30) -> subprocess.Popen[bytes] | None:
        """Return the process that was asked something, if one is."""
        ready, _, _ = select.select([web.stdout for web in self.webs], [], [], patience)
        web = next((web for web in self.webs if web.stdout in ready), None)
        if web is not None:
            web.stdout.readline()
        return web

    def kill(self, web: subprocess.Popen[bytes]) -> None:
        self.webs.remove(web)
        web.kill()
        web.communicate()

    def end(self) -> None:
        subprocess.run([*self.command, "-s", "stop"], check=True, stderr=subprocess.DEVNULL)
        for web in list(self.webs):
            self.kill(web)


@pytest.fixture
def proxy(program: str) -> Iterator[Proxy]:
    with tempfile.TemporaryDirectory(prefix="viertal-nginx-", ignore_cleanup_errors=True) as folder:
        made = Proxy(program, Path(folder))
        yield made
        made.end()


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/t/club/"), ("HEAD", "/t/club/"), ("GET", "/api/v1/tournaments/")]
)
def test_what_reads_is_answered_by_another_process(proxy, method, path):
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(proxy.ask, method, path)
        proxy.kill(proxy.asked())
        other = proxy.asked()
        other.stdin.write(b"\n")
        assert answer.result()[0].status == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/t/club/enter/"),
        ("POST", "/api/v1/tournaments/"),
        ("PUT", "/api/v1/x/"),
        ("PATCH", "/api/v1/x/"),
        ("DELETE", "/api/v1/x/"),
    ],
)
def test_what_writes_is_never_sent_again_and_says_when_to_come_back(proxy, method, path):
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(proxy.ask, method, path)
        proxy.kill(proxy.asked())
        answer, text = asked.result()
    assert proxy.asked(patience=0) is None, "the other process was asked, too"
    assert (answer.status, answer.headers["Retry-After"], answer.headers["Cache-Control"]) == (503, "5", "no-store")
    assert "nginx" not in text
    if path.startswith("/api/"):
        assert answer.headers["Content-Type"] == "application/problem+json" and '"status":503' in text
    else:
        assert "look before you send it again" in text and "Viertal" in text


def test_without_any_process_our_page_says_so_in_every_language(proxy):
    for web in list(proxy.webs):
        proxy.kill(web)
    answer, text = proxy.ask("GET", "/t/club/")
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert set(re.findall(r'<section lang="(\w+)"', text)) == set(dict(settings.LANGUAGES))
    assert proxy.ask("GET", "/fault.html")[0].status != 200, "it is no page of its own"
