#!/usr/bin/env bash
# Sees to it that the browser's tests have their browser: Debian's Chromium, or the one that CHROMIUM names. Beside it
# the same engine without windows (chromium-headless-shell), where the system offers it: tests take half the time in it.
set -euo pipefail
if [ -n "${CHROMIUM:-}" ]; then
    if [ -x "$CHROMIUM" ]; then exit 0; fi
    echo "CHROMIUM is $CHROMIUM, which is no program." >&2
    exit 1
fi
install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
if ! command -v chromium >/dev/null; then
    if ! may_install; then
        echo "The browser's tests need Chromium. Install it (on Debian and Ubuntu: sudo apt-get install chromium), or set CHROMIUM to the path of one, and run make test again." >&2
        exit 1
    fi
    echo "Installing Chromium for the browser's tests (once) …" >&2
    apt-get update -qq >&2
    install chromium
fi
if ! command -v chromium-headless-shell >/dev/null && may_install; then
    # of the very version that is there: nothing else is changed for it, and without it the tests run as well
    version=$(dpkg-query -W -f '${Version}' chromium 2>/dev/null) || exit 0
    install "chromium-headless-shell=$version" 2>/dev/null || true
fi
