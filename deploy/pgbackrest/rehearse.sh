#!/bin/sh
# Restores the newest backup into a folder of its own, starts a server on it that nobody else reaches, and checks all of it with
# `npm run rehearse-restore`. Run it as the user postgres, who reads the repository: izi-rehearsal.timer does so each month.
set -eu
stanza=${STANZA:-izi}
binaries=${POSTGRES_BINARIES:-/usr/lib/postgresql/15/bin}
port=${REHEARSAL_PORT:-5439}
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap '"$binaries/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1; rm -rf "$folder"' EXIT
pgbackrest --stanza="$stanza" --pg1-path="$folder/data" --archive-mode=off restore
# Debian keeps these three outside of the data.
echo 'local all all peer map=rehearsal' > "$folder/pg_hba.conf"
echo "rehearsal $(id -un) izi" > "$folder/pg_ident.conf"
echo "rehearsal $(id -un) $(id -un)" >> "$folder/pg_ident.conf"
cat > "$folder/postgresql.conf" <<END
hba_file = '$folder/pg_hba.conf'
ident_file = '$folder/pg_ident.conf'
listen_addresses = ''
unix_socket_directories = '$folder'
port = $port
END
"$binaries/pg_ctl" -D "$folder/data" -o "-c config_file=$folder/postgresql.conf" -l "$folder/log" -w -t 86400 start
# The server answers reads while it still replays the log.
until [ "$(psql -h "$folder" -p "$port" -d izi -Atc 'select pg_is_in_recovery()')" = f ]; do sleep 1; done
node_modules/.bin/node scripts/rehearse-restore.ts --database "postgres://izi@localhost:$port/izi?host=$folder"
