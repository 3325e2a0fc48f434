#!/bin/sh
# Makes the settings of a production: sh deploy/install/make-settings.sh FOLDER PLAYERS_HOST CONSOLE_HOST [DATABASE_HOST]
# FOLDER gets one file for each process with new keys, the logins' passwords in them, and logins.sql, which makes these logins. Nothing that is
# there is replaced: with other keys nobody could read what was sealed before. Keep a copy of FOLDER apart from the database's backups.
set -eu
folder=$1 players=$2 console=$3 database=${4:-127.0.0.1:5432}
umask 077
mkdir -p "$folder"
for file in owner.env web.env worker.env console.env machine.env superuser database.sql logins.sql; do
  if [ -e "$folder/$file" ]; then echo "$folder/$file is there already, so nothing was made" >&2; exit 1; fi
done
key() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
# Hex needs no escape in an address, in SQL or in a file of settings.
owner=$(key) web=$(key) worker=$(key) console_login=$(key) machine=$(key)
address() { echo "postgres://$1:$2@$database/izi"; }

shared=$(
  cat <<END
MODE=production
PUBLIC_URL=https://$players
TRUST_PROXY=loopback
BEACON=drand
OPERATOR_KEY=$(key)
CODE_KEY=$(key)
FACTOR_KEY=$(key)
DOCUMENT_KEY=$(key)
PERSON_KEY=$(key)
PARTY_KEY=$(key)
# Values from the providers. A process says what is missing and does not start.
MESSAGES=live
PAYMENTS=
END
)
cat > "$folder/owner.env" <<END
MODE=production
BEACON=drand
DATABASE_OWNER_URL=$(address izi "$owner")
END
cat > "$folder/web.env" <<END
$shared
# How players reach you: an address, a phone, or both. The pages are built with them.
VITE_CONTACT_EMAIL=
DATABASE_URL=$(address izi_login "$web")
END
cat > "$folder/worker.env" <<END
$shared
WORKER_DATABASE_URL=$(address izi_worker_login "$worker")
SEED_KEY=$(key)
WEBHOOK_KEY=$(key)
SMTP_URL=
MAIL_FROM=
AFRICAS_TALKING_USERNAME=
AFRICAS_TALKING_API_KEY=
END
cat > "$folder/console.env" <<END
MODE=production
CONSOLE_PORT=3100
CONSOLE_URL=https://$console
TRUST_PROXY=loopback
CONSOLE_DATABASE_URL=$(address izi_console_login "$console_login")
$(echo "$shared" | grep -E '^(FACTOR|DOCUMENT|PERSON)_KEY=')
END
# The API for programs with a key, where it is wanted: docs/machine-keys.md.
cat > "$folder/machine.env" <<END
MODE=production
MACHINE_PORT=3200
TRUST_PROXY=loopback
MACHINE_DATABASE_URL=$(address izi_machine_login "$machine")
END
# Only the containers of deploy/docker give PostgreSQL's own user a password.
key > "$folder/superuser"
cat > "$folder/database.sql" <<END
create role izi login createrole password '$owner';
create database izi owner izi;
END
cat > "$folder/logins.sql" <<END
create role izi_login login password '$web' in role izi_app;
create role izi_worker_login login password '$worker' in role izi_worker;
create role izi_console_login login password '$console_login' connection limit 40 in role izi_console;
create role izi_machine_login login password '$machine' connection limit 20 in role izi_machine;
-- The owner may end their sessions where these hold up others.
grant izi_login, izi_worker_login, izi_console_login, izi_machine_login to current_user;
END
echo "Settings are in $folder. Fill in what is empty in web.env and worker.env."
