#!/usr/bin/env bash
# Sees to it that the browser's tests have their browser: Debian's Chromium, or the one that CHROMIUM names.
set -euo pipefail
if [ -n "${CHROMIUM:-}" ]; then
    if [ -x "$CHROMIUM" ]; then exit 0; fi
    echo "CHROMIUM is $CHROMIUM, which is no program." >&2
    exit 1
fi
if command -v chromium >/dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser's tests (once) …" >&2
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
    exit 0
fi
echo "The browser's tests need Chromium. Install it (on Debian and Ubuntu: sudo apt-get install chromium), or set CHROMIUM to the path of one, and run make test again." >&2
exit 1
