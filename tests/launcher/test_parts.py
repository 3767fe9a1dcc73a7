"""The parts of Viertal one by one, as servers and containers run them."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from config.data_folder import DataFolder
from config.warmup import _own_name
from config.worker import LOOKED, sign
from launcher.parts import PARTS
from launcher.site import answers
from tests.support import migrated
from tests.support.stack import CHECKOUT, Stack, clean_environment
from tests.support.waiting import until

CONTAINER = CHECKOUT / "deploy" / "container"


def viertal(*arguments: str, **env: str) -> subprocess.Popen[str]:
    """Start `viertal` with nothing but these settings."""
    return subprocess.Popen(
        [sys.executable, "-m", "viertal", *arguments],
        cwd=CHECKOUT,
        env=clean_environment() | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def status(*arguments: str, **env: str) -> int:
    """Run `viertal` to its end; its exit status."""
    with viertal(*arguments, **env) as process:
        process.communicate(timeout=120)
    return process.returncode


def answer_of(request: urllib.request.Request) -> int:
    """Return the status of an answer."""
    with urllib.request.urlopen(request, timeout=20) as answer:
        return int(answer.status)


@pytest.mark.parametrize("part", sorted(PARTS))
def test_a_part_names_the_settings_that_are_missing(part: str, tmp_path: Path) -> None:
    answer = viertal(part, VIERTAL_DATA=str(tmp_path))
    said, _ = answer.communicate(timeout=30)
    assert (answer.returncode, said) == (
        1,
        "Set DATABASE_URL, BROKER_URL, SECRET_KEY first. Or start everything on one machine: python -m viertal up\n",
    )


def test_a_web_process_serves_says_that_it_is_well_and_stops_at_a_signal(stack: Stack, tmp_path: Path) -> None:
    known = {name: stack.env[name] for name in ("DATABASE_URL", "BROKER_URL")}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    env = known | {"SECRET_KEY": "x" * 50, "VIERTAL_DATA": str(tmp_path), "ALLOWED_HOSTS": "club.example"}
    migrated.lay_static(DataFolder(tmp_path))
    assert status("prepare", **env) == 0
    web = viertal("web", "--port", port, **env)
    try:
        until(lambda: web.poll() is not None or answers(env, ("127.0.0.1", int(port))))
        assert web.poll() is None and status("healthy", "--port", port, **env) == 0
        request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Host": "club.example"})
        assert answer_of(request) == 200
        request.full_url = f"http://127.0.0.1:{port}/admin/login/"
        with urllib.request.urlopen(request, timeout=20) as page:
            assert "<code>python -m viertal password</code>" in page.read().decode()
    finally:
        web.send_signal(signal.SIGTERM)
        said, _ = web.communicate(timeout=30)
    assert web.returncode in (0, -signal.SIGTERM)
    assert "DisallowedHost" not in said
    assert status("healthy", "--port", port, **env) == 1


def test_a_worker_says_that_it_is_well_and_stops_at_a_signal(
    stack: Stack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {name: stack.env[name] for name in ("DATABASE_URL", "BROKER_URL")}
    env = known | {"SECRET_KEY": "x" * 50, "VIERTAL_DATA": str(tmp_path), "VIERTAL_QUEUE": "of-its-own"}
    assert status("healthy", "--worker", **env) == 1, "the supervisor's own workers are of another folder"
    monkeypatch.setenv("VIERTAL_DATA", str(tmp_path))
    ready = tmp_path / "ready"
    worker = viertal("worker", "--concurrency", "1", VIERTAL_WORKER_READY=str(ready), **env)
    try:
        until(lambda: worker.poll() is not None or ready.exists())
        with psycopg.connect(known["DATABASE_URL"], autocommit=True) as line:
            until(lambda: worker.poll() is not None or line.execute(LOOKED, [sign()]).fetchone() == (True,))
        assert worker.poll() is None and status("healthy", "--worker", **env) == 0
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.communicate(timeout=60)
    assert worker.returncode == 0


def test_warming_up_asks_for_a_name_that_the_site_has(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert _own_name() == "localhost"
    settings.ALLOWED_HOSTS = [".club.example"]
    assert _own_name() == "club.example"


class TestContainers:
    def services(self) -> dict[str, Any]:
        return yaml.safe_load((CONTAINER / "compose.yaml").read_text(encoding="utf-8"))["services"]

    def test_each_container_runs_a_part_that_there_is(self) -> None:
        commands = {name: entry.get("command", [""]) for name, entry in self.services().items()}
        ours = {name: command for name, command in commands.items() if command[0] == "viertal"}
        assert {command[1] for command in ours.values()} == {"prepare", "worker"}
        image = (CONTAINER / "Containerfile").read_text(encoding="utf-8")
        assert 'CMD ["viertal", "web", "--host", "0.0.0.0"]' in image
        checks = [entry["healthcheck"]["test"] for entry in self.services().values() if "healthcheck" in entry]
        assert ["CMD", "viertal", "healthy"] in checks and "healthy" in PARTS

    def test_nothing_of_ours_runs_as_root_or_writes_beside_its_volume(self) -> None:
        image = (CONTAINER / "Containerfile").read_text(encoding="utf-8")
        assert re.search(r"^USER 10001$", image, re.MULTILINE)
        for name in ("prepare", "web", "worker"):
            service = self.services()[name]
            assert service["read_only"] and service["cap_drop"] == ["ALL"]
            assert service["security_opt"] == ["no-new-privileges:true"]

    def test_the_containers_name_only_what_there_is(self) -> None:
        document = yaml.safe_load((CONTAINER / "compose.yaml").read_text(encoding="utf-8"))
        services = document["services"]
        for name, entry in services.items():
            assert set(entry.get("networks", [])) <= set(document["networks"]), name
            assert set(entry.get("secrets", [])) <= set(document["secrets"]), name
            sources = {volume.split(":")[0] for volume in entry["volumes"]} if "volumes" in entry else set()
            files = {source for source in sources if source.startswith(("./", "../"))}
            assert sources - files <= set(document["volumes"]), name
            assert [source for source in files if not (CONTAINER / source).exists()] == []
            for other, how in entry.get("depends_on", {}).items():
                met = "healthcheck" in services[other] or how["condition"] == "service_completed_successfully"
                assert met, f"{name} waits for {other}, which never says that it is well"
        assert "reverse_proxy web:8000" in (CONTAINER / "Caddyfile").read_text(encoding="utf-8")

    def test_only_the_proxy_is_reached_from_outside(self) -> None:
        assert [name for name, entry in self.services().items() if "ports" in entry] == ["proxy"]
        for name in ("database", "broker"):
            assert self.services()[name]["networks"] == ["inside"]

    def test_secrets_are_made_once_and_for_their_owner_only(self, tmp_path: Path) -> None:
        script = tmp_path / "secrets.sh"
        script.write_bytes((CONTAINER / "secrets.sh").read_bytes())
        run = ["bash", str(script), "viertal.example"]
        first = subprocess.run(run, capture_output=True, text=True, check=True)
        made = (tmp_path / "viertal.env").read_text(encoding="utf-8")
        assert re.search(r"The organiser's first password is \w{14};", first.stdout)
        for name in ("viertal.env", "database_password", ".env"):
            assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
        known = (CHECKOUT / "docs" / "settings.md").read_text(encoding="utf-8")
        names = re.findall(r"^([A-Z_]+)=", made, re.MULTILINE)
        uvicorns = {"FORWARDED_ALLOW_IPS"}
        assert [name for name in names if name not in uvicorns and f"`{name}`" not in known] == []
        again = subprocess.run(run, capture_output=True, text=True, check=False)
        assert again.returncode == 1
        assert (tmp_path / "viertal.env").read_text(encoding="utf-8") == made
