#!/usr/bin/env bash
# Builds the sdist, from it the wheel, and tries the wheel in an empty environment: install, start, ask, back up, stop.
# With a folder both are left there. Data of releases (tests/releases/*.dump) are restored and updated with it, each.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
checkout=$PWD
kept=${1:+$(realpath "$1")}
folder=$(mktemp -d)
up=
trap '[ -z "$up" ] || kill -KILL "$up" 2>/dev/null || true; rm -rf "$folder"' EXIT
fail() { printf 'package: %s\n' "$1" >&2; [ ! -f "$folder/output" ] || cat "$folder/output" >&2; exit 1; }

wait_until_it_runs() {
    for _ in $(seq 600); do
        grep -q 'to stop:' "$folder/output" && return
        kill -0 "$up" 2>/dev/null || break
        sleep 0.2
    done
    fail 'it did not start'
}

"${PYTHON:-.venv/bin/python}" -m venv "$folder/build"
"$folder/build/bin/python" -m pip install -qq --disable-pip-version-check build
"$folder/build/bin/python" -m build --outdir "$folder/dist" . >"$folder/output" 2>&1 || fail 'it cannot be built'
ls -l "$folder/dist"
"${PYTHON:-.venv/bin/python}" -m venv "$folder/installed"
"$folder/installed/bin/python" -m pip install -qq --disable-pip-version-check "$folder"/dist/*.whl
alone=(env -i HOME="$folder/an empty home" PATH="$folder/installed/bin:/usr/bin:/bin" LC_ALL=C.UTF-8)
mkdir "$folder/an empty home"
cd "$folder" # nothing may come from the checkout
"${alone[@]}" viertal version
"${alone[@]}" viertal up --port 0 >"$folder/output" 2>&1 &
up=$!
wait_until_it_runs
url=$(grep -oE 'http://localhost:[0-9]+/' "$folder/output" | head -n 1) || fail 'it printed no address'
for page in '' healthz admin/login/ rules/quarto/; do
    "$folder/installed/bin/python" -c 'import sys, urllib.request as u; a = u.urlopen(sys.argv[1], timeout=20); print(a.status, len(a.read()), "bytes", sys.argv[1])' "$url$page"
done
"${alone[@]}" viertal backup "$folder/backup.dump"
"${alone[@]}" viertal manage migrate --check
kill -INT "$up"
wait "$up" || fail "it ended with status $?"
up=
grep -q '^Stopped\.' "$folder/output" || fail 'it did not stop cleanly'
shopt -s nullglob
for data in "$folder/backup.dump" "$checkout"/tests/releases/*.dump; do
    "${alone[@]}" viertal restore "$data" --port 0 >"$folder/output" 2>&1 &
    up=$!
    wait_until_it_runs
    grep -q '^Restored ' "$folder/output" || fail "it did not restore $data"
    "${alone[@]}" viertal manage migrate --check
    kill -INT "$up"
    wait "$up" || fail "it ended with status $?"
    up=
done
[ -z "$kept" ] || cp "$folder"/dist/* "$kept"
echo 'The package works.'
