#!/usr/bin/env bash
# Makes the passwords and settings of the containers, once: secrets.sh SITE, such as secrets.sh viertal.example
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
site=${1:?name the site, such as: secrets.sh viertal.example}
[ ! -e viertal.env ] || { echo "viertal.env is there already; nothing was changed." >&2; exit 1; }
umask 077
random() { head -c 48 /dev/urandom | base64 | tr -dc 'A-Za-z0-9' | head -c "$1"; }
password=$(random 40)
organiser=$(random 14)
printf '%s' "$password" >database_password
cat >viertal.env <<EOF
# Made by secrets.sh; docs/settings.md says what each setting is. Nobody else may read this file.
DATABASE_URL=postgresql://viertal:$password@database:5432/viertal
BROKER_URL=redis://broker:6379/0
SECRET_KEY=$(random 60)
ALLOWED_HOSTS=$site
VIERTAL_DATA=/var/lib/viertal
VIERTAL_HTTPS=1
VIERTAL_BEHIND_PROXY=1
# Believed from whoever reaches the web container, and that is the proxy alone.
FORWARDED_ALLOW_IPS=*
VIERTAL_ORGANISER_PASSWORD=$organiser
EOF
printf 'VIERTAL_SITE=%s\n' "$site" >.env
echo "Made viertal.env, database_password and .env. The organiser's first password is $organiser; change it after the login."
