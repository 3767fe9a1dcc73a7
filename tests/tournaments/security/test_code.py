"""Things that the code does nowhere, or in one place alone. Read from its text, so that a new line is seen."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from config import settings as real
from config.data_folder import DataFolder
from tests.support.stack import CHECKOUT
from tournaments.models import links, mail, user
from tournaments.services.people import erasure

PARTS = ("launcher", "config", "tournaments", "games", "scoring")
SCRIPTS = sorted((CHECKOUT / "tournaments" / "static" / "tournaments").glob("*.js"))
DECLARED_PATTERNS = {
    "games/core/notices.py",  # the words of our own sentences, escaped
    "launcher/networks.py",  # a port's number
    "tournaments/imports/cells.py",
    "tournaments/imports/columns.py",
    "tournaments/services/people/erasure.py",  # names, escaped
    "tournaments/transliteration.py",  # its own table
    "tournaments/views/public/rules.py",
}
MADE = "`<!doctype html><template>${source}</template>`"
PIECES = {
    "tap_board.js": '`<svg xmlns="${SVG}" viewBox="0 0 40 40" aria-hidden="true">${looks[look] || ""}</svg>`',
    "board.js": '`<g xmlns="${NS}">${window.viertalPieces[look] || ""}</g>`',
}
PAGES = sorted((CHECKOUT / "templates").rglob("*.html"))


@cache
def modules() -> dict[str, ast.Module]:
    """Every module that serves, by its path."""
    found = [path for part in PARTS for path in sorted((CHECKOUT / part).rglob("*.py"))]
    return {str(path.relative_to(CHECKOUT)): ast.parse(path.read_text(encoding="utf-8")) for path in found}


@cache
def every_call() -> list[tuple[str, str, ast.Call]]:
    """Every call: where, of what, and the call."""
    return [
        (path, ast.unparse(node.func), node)
        for path, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    ]


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Calls of what bears one of the names: ``name(…)``, or ``….name(…)`` for one with a dot before it."""
    ends = tuple(name for name in names if name.startswith("."))
    for path, called, call in every_call():
        if called in names or (ends and called.endswith(ends)):
            yield path, call


@cache
def imported() -> dict[str, set[str]]:
    """Return the imports of each module."""
    found: dict[str, set[str]] = {}
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found.setdefault(path, set()).update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.setdefault(path, set()).add(node.module)
                found[path].update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def who_imports(*names: str) -> set[str]:
    return {path for path, found in imported().items() if found & set(names)}


def test_the_code_is_found():
    assert len(modules()) > 300 and len(SCRIPTS) > 5 and len(PAGES) > 50


def test_no_code_is_made_of_text():
    assert not list(calls("eval", "exec", "compile", "__import__", ".mark_unsafe"))
    assert not who_imports("pickle", "cPickle", "marshal", "shelve", "yaml", "dill", "joblib", "code", "codeop")
    assert not list(calls("Template", ".from_string", "engines", ".Template"))


def test_no_shell_is_asked():
    assert not list(calls("os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"))
    asked = list(calls("subprocess.run", "subprocess.Popen", "subprocess.check_output", "subprocess.call"))
    # a file that somebody brings is opened by a process of its own
    assert {path.split("/")[0] for path, _ in asked if path != "tournaments/imports/apart.py"} == {"launcher"}
    for path, call in asked:
        assert not [k for k in call.keywords if k.arg == "shell"], path
        assert not isinstance(call.args[0], ast.Constant | ast.JoinedStr), path  # a list, never one text


def test_sql_is_not_put_together_from_what_is_sent():
    """All executed SQL is written down in the code; values are given beside it. The channel's name is a constant."""
    asking = (
        ".execute",
        ".executemany",
        ".raw",
        "RawSQL",
        ".extra",
        ".copy",
        ".mogrify",
        "RunSQL",
        "Func",
        "Expression",
    )
    for path, call in calls(*asking):
        if path.startswith("tournaments/migrations/") or path == "tournaments/domain/logbook.py":
            continue  # migrations run files of the checkout; the logbook passes on what it is given
        given = [call.args[0]] if call.args else []
        given += [
            k.value for k in call.keywords if k.arg in ("where", "select", "tables", "order_by", "template", "sql")
        ]
        for text in given:
            own = (path, ast.unparse(text)) == (
                "tournaments/services/lists/import_runs.py",
                "self.say",
            )  # a model's own table
            # Django's own SQL of a query, with its placeholders, among words that are written down
            if path == "tournaments/selectors/site/listing.py" and isinstance(text, ast.JoinedStr):
                put_in = {ast.unparse(part.value) for part in text.values if isinstance(part, ast.FormattedValue)}
                own = put_in <= {"rows", "order", "next_", "', '.join(counts)"}
            assert own or _is_written_down(text), (path, ast.unparse(text)[:80])


def _is_written_down(text: ast.AST) -> bool:
    if isinstance(text, ast.List | ast.Tuple):
        return all(_is_written_down(part) for part in text.elts)
    if isinstance(text, ast.JoinedStr):
        return all(ast.unparse(part.value).isupper() for part in text.values if isinstance(part, ast.FormattedValue))
    # psycopg's own composition, of statements that are written down and of names that it quotes
    composed = ast.unparse(text).startswith(("sql.SQL(", "sql.Composed(")) and isinstance(text, ast.Call)
    return isinstance(text, ast.Constant) or composed or ast.unparse(text).isupper()


def test_patterns_are_written_down_and_not_sent():
    names = [f"re.{n}" for n in ("compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer")]
    made = {
        path: ast.unparse(call.args[0])
        for path, call in calls(*names)
        for part in ast.walk(call.args[0])
        if isinstance(part, ast.Name) and not part.id.lstrip("_").isupper() and part.id != "re"
    }
    # what is declared in the code itself, and a name that is looked for as it is
    assert set(made) <= DECLARED_PATTERNS, made
    assert "re.escape(text)" in inspect.getsource(erasure)


def test_formats_are_written_down_and_not_sent():
    """``.format`` on a text that is not a constant would let a sender reach into objects."""
    for path, call in calls(".format", ".format_map"):
        on = call.func.value if isinstance(call.func, ast.Attribute) else None
        if on is not None and ast.unparse(on) == "super()":
            continue
        text = ast.unparse(on) if on is not None else ""
        declared = isinstance(on, ast.Constant | ast.JoinedStr) or text.startswith(("_(", "gettext", "ngettext"))
        assert declared or text.lstrip("_").replace(".", "").isupper() or path.startswith(("games/", "scoring/")), (
            path,
            text,
        )


def test_only_one_place_sends_requests():
    clients = (
        "http.client",
        "urllib.request",
        "requests",
        "httpx",
        "aiohttp",
        "urllib3",
        "smtplib",
        "ftplib",
        "ssl",
        "django.core.mail",
    )
    assert who_imports("sentry_sdk") == {"config/error_reports.py"}
    # the supervisor asks the web server of its own machine whether it is well
    assert who_imports(*clients) == {
        "tournaments/domain/outbound_http.py",
        "tournaments/domain/outbound_mail.py",
        # the provider that the operator names, and nobody else
        "tournaments/accounts/oidc.py",
        "launcher/site.py",
        "launcher/doctor.py",
        # a rehearsal's phones ask the site that was started for it
        "tournaments/demo/phones.py",
    }


def test_what_is_sent_is_kept_in_the_database_and_in_no_file():
    from django.apps import apps
    from django.db.models import FileField

    fields = [f for model in apps.get_models() for f in model._meta.get_fields() if isinstance(f, FileField)]
    assert not fields
    assert not hasattr(real, "MEDIA_ROOT") and not hasattr(real, "MEDIA_URL")
    writes = {path for path, _call in calls("open", ".write_text", ".write_bytes", "os.open", "default_storage.save")}
    served = {path for path in writes if path.startswith("tournaments/") and "/management/" not in path}
    reads_only = {path for path in served if path.startswith(("tournaments/pairing/", "tournaments/imports/"))}
    assert served == reads_only, served - reads_only


def test_tasks_carry_json_alone():
    assert real.CELERY_TASK_SERIALIZER == "json" and real.CELERY_ACCEPT_CONTENT == ["json"]
    assert real.CELERY_TASK_IGNORE_RESULT and not real.CELERY_WORKER_ENABLE_REMOTE_CONTROL
    assert not hasattr(real, "SESSION_SERIALIZER")  # Django's is JSON


def test_hashes_and_signatures_are_of_today():
    used = {
        ast.unparse(call.func)
        for _path, call in calls(".md5", ".sha1", "hmac.new", "hashlib.new", ".sha256", ".blake2b")
    }
    assert used <= {"hashlib.sha256", "hashlib.blake2b", "hmac.new"}, used
    for _path, call in calls("hmac.new"):
        assert ast.unparse(call.args[2]) == "hashlib.sha256"
    for path, call in calls("salted_hmac"):
        assert {k.arg: ast.unparse(k.value) for k in call.keywords}.get("algorithm") == "'sha256'", path
    assert not who_imports("cryptography", "Crypto", "nacl", "jwt", "jose")
    # messages for a browser are encrypted as RFC 8291 wants it, and by nobody else
    ciphers = {path for path, names in imported().items() if any(name.startswith("cryptography.") for name in names)}
    assert ciphers == {"tournaments/domain/web_push.py"}


def test_secrets_are_long_and_the_systems_own_chance(tmp_path):
    """``random`` makes pauses, never secrets."""
    rehearsal = {"tournaments/demo/phones.py", "tournaments/demo/rehearsal.py", "tournaments/demo/evenings.py"}
    used = who_imports("random") - {"scoring/lots.py"} - rehearsal
    assert used == {"tournaments/live/hub.py", "tournaments/live/asgi.py"}
    assert not list(calls("uuid.uuid1", "random.choice", "random.getrandbits"))
    assert links.TOKEN_BYTES * 8 >= 128 and links.SEED_BYTES * 8 >= 128 and user.SECRET_BYTES * 8 >= 128
    assert len(mail.new_secret()) >= len("whsec_") + 43 and mail.new_secret() != mail.new_secret()
    folder = DataFolder(tmp_path)
    folder.make()
    texts = {ast.unparse(call.args[0]): call.args[1] for _path, call in calls(".secret") if len(call.args) == 2}
    lengths = {name: value.value for name, value in texts.items() if isinstance(value, ast.Constant)}
    for name, length in lengths.items():
        bits = length * 5.78  # 55 signs
        assert bits >= (80 if "organiser" in name else 128), (name, bits)
    assert len(lengths) >= 3


def test_no_secret_stands_in_the_code():
    words = re.compile(r"(?i)(secret|password|token|api_?key)\w*\s*=\s*[\"'][^\"'\s]{8,}[\"']")
    found = [
        f"{path.relative_to(CHECKOUT)}: {match[0]}"
        for part in PARTS
        for path in (CHECKOUT / part).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if (match := words.search(line)) and "_(" not in line
    ]
    allowed = re.compile(r"KNOWN_SALT|cards.py: TOKEN")
    assert not [line for line in found if not allowed.search(line)], found
    ignored = (CHECKOUT / ".gitignore").read_text(encoding="utf-8")
    assert re.search(r"^/?var/?$", ignored, re.MULTILINE)


def test_a_password_is_looked_at_in_two_places():
    """At the sign-in (Django's form, behind ours) and when it is asked for once more; and at the start, whether the
    made-up one is still in use. Signing in without looking at it follows a second factor, given after it, or is
    somebody's by a link or a code that they were handed."""
    asked = [path for path, _call in calls("authenticate", "login", "check_password", ".check_password")]
    second = "tournaments/views/accounts/second_factor.py"
    entering = "tournaments/accounts/signin.py"
    assert set(asked) == {"tournaments/forms/accounts.py", second, "launcher/prepare.py", entering}
    assert (asked.count(second), asked.count(entering)) == (1, 1)
    assert not hasattr(real, "AUTHENTICATION_BACKENDS")
    assert real.UNFOLD["LOGIN"] == {"form": "tournaments.forms.accounts.LoginForm"}


def test_no_password_expires():
    from tournaments.models import User

    assert not [f.name for f in User._meta.get_fields() if "expire" in f.name or "changed" in f.name]


def test_there_are_no_secret_questions():
    from tournaments.models import User

    assert not [f.name for f in User._meta.get_fields() if "question" in f.name or "hint" in f.name]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_write_text_as_text(script: Path):
    """Elements are moved from pages that the server made; no text becomes markup, none becomes code."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", script.read_text(encoding="utf-8"), flags=re.DOTALL)
    words = (
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "srcdoc",
        "createContextualFragment",
        "setHTML",
        "setTimeout('",
        'setTimeout("',
        "importScripts",
        "new Worker(",
        "postMessage",
        "onmessage =",
        "__proto__",
    )
    for word in words:
        # a page tells its own worker what to keep, and what to forget
        if word == "postMessage" and script.name in ("offline.js", "worker.js"):
            continue
        assert word not in text, word
    for written in re.findall(r"\.(?:innerHTML|outerHTML)\s*=[^=]\s*([^;]+);", text):
        assert re.fullmatch(r"\w+\.innerHTML", written.strip()), written  # of an element to an element
    for parsed in re.findall(r"parseFromString\(((?:[^()]|\([^()]*\))*),", text):
        # a whole page that the server made; deltas are steps of the server's, of which delta.js makes single elements
        page = parsed.strip() in ("await answer.text()", "await page.clone().text()", "html")
        if parsed.strip() == PIECES.get(script.name):
            continue  # a piece as the game's engine draws it, kept apart from names
        assert page or (script.name, parsed.strip()) == ("delta.js", MADE), parsed


# Results that are typed and not saved yet (points and numbers of rows, no names), what was folded away, and of a game
# at a table: entries on their way, whose turn it is, and how its sand-glass stands (moves and seats, no names);
# and whose phone it is, by the number that everybody reads on the list (never a personal link).
KEEPERS = ("result_store.js", "fold.js", "tap.js", "tap_noted.js", "tap_queue.js", "glass.js", "me.js")
KEPT = {name: {"localStorage"} for name in KEEPERS}
# The pages that the server marks for it, none with a key in its address (hall/test_install.py).
KEPT["worker.js"] = {"caches."}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_keep_nothing_sensitive_in_the_browser(script: Path):
    text = script.read_text(encoding="utf-8")
    for word in {"localStorage", "sessionStorage", "indexedDB", "document.cookie", "caches."} - KEPT.get(
        script.name, set()
    ):
        assert word not in text, word


def test_no_script_is_made_of_words():
    """No page has a script of its own, or an event's, so no name can become one."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for script in re.findall(r"<script\b[^>]*>", text):
            assert " src=" in script or "application/json" in script, (page.name, script)
        assert not re.search(r"<[^>]*\son\w+\s*=", text), page.name
        assert not re.search(r"(href|src|action)=[\"']?javascript:", text), page.name


def test_pages_ask_for_no_plugin():
    for page in PAGES:
        assert not re.search(r"<(object|embed|applet|marquee)\b", page.read_text(encoding="utf-8")), page.name


def test_every_library_is_pinned_with_its_hash():
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (CHECKOUT / name).read_text(encoding="utf-8")
        pins = re.findall(r"^[A-Za-z0-9][^\n]*", text, re.MULTILINE)
        assert len(pins) > 20
        for pin in pins:
            assert "==" in pin, pin
        blocks = re.split(r"(?m)^(?=[A-Za-z0-9])", text)[1:]
        assert all("--hash=sha256:" in block for block in blocks)
    assert "--require-hashes" in (CHECKOUT / "tools" / "install.sh").read_text(encoding="utf-8")


def test_nothing_of_the_workshop_is_installed_to_serve():
    served = (CHECKOUT / "requirements.txt").read_text(encoding="utf-8").lower()
    for tool in ("pytest", "playwright", "schemathesis", "hypothesis", "django-debug-toolbar", "mypy"):
        assert f"\n{tool}==" not in served
    assert not who_imports("tests", "pytest", "hypothesis")
    assert "debug_toolbar" not in real.INSTALLED_APPS
