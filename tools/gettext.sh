#!/usr/bin/env bash
# Sees to it that one test has the gettext programs: it does what a translator with Django's own tools does.
set -euo pipefail
if command -v xgettext >/dev/null && command -v msgfmt >/dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing gettext for the tests of the translations (once) …" >&2
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends gettext >/dev/null
    exit 0
fi
echo "The tests of the translations need gettext. Install it (on Debian and Ubuntu: sudo apt-get install gettext) and run make test again." >&2
exit 1
