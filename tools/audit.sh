#!/usr/bin/env bash
# Asks for known holes in the pinned libraries: exit status 1 where one is known, 2 where the service could not be asked.
# With --offline-too it also ends well where nobody could be asked, and says so: for machines without the internet.
# Part of CI; run it before each release and once a week besides, for holes become known later.
set -euo pipefail
cd "$(dirname "$0")/.."
offline=
case "${1:-}" in
    "") ;;
    --offline-too) offline=yes ;;
    *) echo "usage: tools/audit.sh [--offline-too]" >&2; exit 64 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python=${PYTHON:-python3}
[ ! -x .venv/bin/python ] || python=.venv/bin/python
audit=${PIP_AUDIT:-$folder/venv/bin/pip-audit}
if [ -z "${PIP_AUDIT:-}" ]; then
    "$python" -m venv "$folder/venv"
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check pip-audit || true
fi
worst=0
for list in requirements.txt requirements-dev.txt; do
    : >"$folder/answer"
    timeout 300 "$audit" --requirement "$list" --require-hashes --disable-pip --format json \
        --progress-spinner off >"$folder/answer" 2>"$folder/said" || true
    status=0
    "$python" tools/audit.py "$list" "$folder/answer" "$folder/said" || status=$?
    if [ "$status" = 2 ] && [ -n "$offline" ]; then status=0; fi
    # a hole that is known outweighs a list that nobody could be asked about
    if [ "$worst" != 1 ] && [ "$status" != 0 ]; then worst=$status; fi
done
exit "$worst"
