#!/usr/bin/env bash
# Prints which Python makes .venv: the one that PYTHON names; else the first that is found, or another that is clearly
# quicker. Whether a Python was built with optimisations decides that, not its version, and nothing but a measurement
# tells it of all of them: the suite takes an eighth longer with one that was not.
set -euo pipefail

QUICKER=95 # per cent of the time of the one before it: nearer ones differ by chance

modern() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
whole() { # with what makes a .venv, and of the kind that the pinned packages are built for
    "$1" -c 'import ensurepip, sys, sysconfig, venv
sys.exit(sys.implementation.name != "cpython" or bool(sysconfig.get_config_var("Py_GIL_DISABLED")))' >/dev/null 2>&1
}
work() { # of a plain program, in microseconds of the processor's: what other programs do counts little
    "$1" -I - <<'PYTHON'
import time

class Seat:
    def __init__(self, number):
        self.number = number

    def next(self):
        return self.number + 1

def play():
    counts = {}
    for turn in range(60000):
        key = str(turn % 1000)
        counts[key] = counts.get(key, 0) + Seat(turn).next()
    return sorted(counts, key=counts.get)

def taken():
    begun = time.process_time()
    play()
    return time.process_time() - begun

print(round(1e6 * min(taken() for _ in range(7))))
PYTHON
}

if [ -n "${PYTHON:-}" ]; then
    if modern "$PYTHON"; then echo "$PYTHON"; fi
    exit 0
fi

candidates=()
incomplete=
seen=:
for candidate in python3 python3.13 python3.12 python3.11 python3.14 /usr/bin/python3; do
    modern "$candidate" || continue
    program=$("$candidate" -c 'import os, sys; print(os.path.realpath(sys.executable))')
    case $seen in *":$program:"*) continue ;; esac # under another name
    seen=$seen$program:
    # Debian's may be without its venv, and PyPy is quick; these are taken where there is no other
    if whole "$candidate"; then candidates+=("$candidate"); else incomplete=${incomplete:-$candidate}; fi
done

best=${candidates[0]:-$incomplete}
if [ ${#candidates[@]} -gt 1 ]; then
    least=
    for candidate in "${candidates[@]}"; do
        taken=$(work "$candidate") || continue # one that plays no program makes no .venv either
        if [ -z "$least" ] || [ $((100 * taken)) -lt $((QUICKER * least)) ]; then best=$candidate least=$taken; fi
    done
fi
if [ -n "$best" ]; then echo "$best"; fi
