#!/usr/bin/env bash
# Asks for known holes in the pinned libraries. Needs the internet; run before each release and once a week.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pip-audit
for list in requirements.txt requirements-dev.txt; do
    "$folder/venv/bin/pip-audit" --requirement "$list" --require-hashes --disable-pip
done
