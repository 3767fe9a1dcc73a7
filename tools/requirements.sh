#!/usr/bin/env bash
# Pins all packages with hashes, one set of versions for every Python from 3.11 on and every system.
set -euo pipefail
pin() {
    uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --upgrade \
        --no-emit-index-url --no-emit-find-links --custom-compile-command 'make requirements' "$@"
}
command -v uv >/dev/null || { echo "Pinning needs uv: pip install uv" >&2; exit 1; }
pin requirements.in --output-file requirements.txt
pin --constraint requirements.txt requirements-dev.in --output-file requirements-dev.txt
