#!/usr/bin/env bash
# Makes .venv if need be and installs one requirements file into it: install.sh REQUIREMENTS STAMP
# The stamp holds the file's checksum, so that nothing is asked of any registry while that stays the same.
set -euo pipefail
requirements=$1
stamp=$2
umask 022 # PostgreSQL's programs are run by a user of their own when root starts Viertal

say() { printf '%s\n' "$*" >&2; }

if command -v flock >/dev/null; then # two at once take turns
    exec 9>.venv.lock
    flock 9
fi

sum=$(cksum <"$requirements")
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$sum" ] && .venv/bin/python -c '' 2>/dev/null; then
    touch "$stamp"
    exit 0
fi

if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
    python=$(bash "$(dirname "$0")/python.sh")
    if [ -z "$python" ]; then
        say "Viertal needs Python 3.11 or newer, and ${PYTHON:-python3} is not. Install one, or name it: make PYTHON=/path/to/python3.12 …"
        exit 1
    fi
    say "Making .venv with $("$python" --version), $(command -v "$python") …"
    if ! problem=$("$python" -m venv --clear .venv 2>&1); then
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get update -qq >&2
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$(basename "$(readlink -f "$(command -v "$python")")")-venv" >&2
            "$python" -m venv --clear .venv
        else
            say "$problem"
            say "Python's venv module is not complete here. On Debian and Ubuntu: sudo apt-get install python3-venv"
            exit 1
        fi
    fi
fi

say "Installing $requirements into .venv (once) …"
.venv/bin/python -m pip install -qq --disable-pip-version-check --no-input --require-hashes --prefer-binary --no-compile -r "$requirements" >&2
# Compiled for whoever runs it, but for what never is: packages' own tests, installers, maps.
.venv/bin/python -m compileall -qq -j 0 -x '/(tests|pip|setuptools|pkg_resources|gis)/' .venv/lib >&2 || true
printf '%s\n' "$sum" >"$stamp"
# What the tests need contains what the program needs, with the same pins.
if [ "$requirements" = requirements-dev.txt ]; then cksum <requirements.txt >.venv/.installed; fi
