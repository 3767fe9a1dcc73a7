#!/usr/bin/env bash
# Asks for known holes in the pinned libraries: exit status 1 where one is known. What could not be asked is said.
# Part of CI; run it before each release and once a week besides, for holes become known later.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python=${PYTHON:-python3}
[ ! -x .venv/bin/python ] || python=.venv/bin/python
"$python" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pip-audit
for list in requirements.txt requirements-dev.txt; do
    timeout 300 "$folder/venv/bin/pip-audit" --requirement "$list" --require-hashes --disable-pip --format json \
        --progress-spinner off >"$folder/answer" 2>"$folder/said" || true
    "$python" - "$list" "$folder/answer" "$folder/said" <<'PYTHON'
import json
import pathlib
import sys

name, answer, said = sys.argv[1], *map(pathlib.Path, sys.argv[2:])
try:
    packages = json.loads(answer.read_text(encoding="utf-8"))["dependencies"]
except ValueError:
    print(f"{name}: nobody could be asked: {(said.read_text(encoding='utf-8').strip().splitlines() or ['no answer'])[-1]}")
    sys.exit(0)
holes = [(package, hole) for package in packages for hole in package.get("vulns", ())]
unknown = [package["name"] for package in packages if package.get("skip_reason")]
print(f"{name}: {len(packages)} packages, {len(holes)} known holes, {len(unknown)} not known to the service")
for package, hole in holes:
    print(f"  {package['name']} {package['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'nothing yet'}")
sys.exit(1 if holes else 0)
PYTHON
done
