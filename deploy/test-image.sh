#!/usr/bin/env bash
# Tests deploy/Containerfile without a container engine: runs its RUN commands, and starts the service in the resulting image, with the user,
# environment and health check of the image. Connects from there to a PostgreSQL server, and verifies its certificate. Needs root (for chroot),
# curl, and PostgreSQL. With PROGRAM, uses that program instead of building one and the module.
#
#   deploy/test-image.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-}
scratch=$(mktemp -d)
service=
end() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    # Without the pipe of its orders, the server of PostgreSQL stops.
    [ -z "${postgres-}" ] || { exec {postgres}>&-; wait; }
    rm -rf "$scratch"
}
trap end EXIT
fail() { echo "deploy/test-image.sh: $*" >&2; exit 1; }

# The instructions of the Containerfile, one per line.
instructions=$(sed -e '/^ *#/d' -e ':a' -e '/\\$/N;s/\\\n//;ta' deploy/Containerfile)
of() { sed -n "s/^$1 //p" <<<"$instructions"; }
last() { of "$1" | tail -n 1; }

# The commands write to the scratch folder instead of the root.
while read -r command; do
    if [ -n "$program" ]; then
        case $command in *cargo\ build* | *clients/build-module*) continue ;; esac
        command=${command//target\/dist\/funhouse/$program}
    fi
    command=${command//\/image/$scratch/image}
    echo "RUN $command"
    sh -c "$command"
done < <(of RUN)

image=$scratch/image
while read -r file; do
    case ${file#"$image"} in /usr/local/bin/funhouse | /lib/* | /lib64/* | /usr/lib/* | /etc/ssl/certs/ca-certificates.crt) ;; *) fail "the image has ${file#"$image"}" ;; esac
done < <(find "$image" -type f)
[ -s "$image/etc/ssl/certs/ca-certificates.crt" ] || fail 'the image must have the certificates of authorities'
[ "$(stat -c '%u %a' "$image/data")" = '65532 700' ] || fail 'the folder of the database must be owned by user 65532 with mode 700'

# Runs a command in the image, as its user.
port=$((20000 + RANDOM % 10000))
chroot=$(command -v chroot)
inside=(env -i $(last ENV) FUNHOUSE_LISTEN=0.0.0.0:$port "$chroot" --userspec="$(last USER)" "$image")
words() { tr -d '[]",' <<<"$1"; }
health=$(words "$(sed 's/.*CMD //' <<<"$(last HEALTHCHECK)")")
entry=$(words "$(last ENTRYPOINT)")

! "${inside[@]}" $health 2>/dev/null || fail 'the health check passes before the service runs'
: >"$scratch/out"
"${inside[@]}" $entry $(words "$(last CMD)") >"$scratch/out" 2>"$scratch/log" &
service=$!
for _ in $(seq 600); do grep -q listens "$scratch/out" && break; kill -0 "$service" || fail "$(cat "$scratch/log")"; sleep 0.1; done
"${inside[@]}" $health || fail 'the health check fails'
"${inside[@]}" $entry health --ready || fail 'the service is not ready'
"${inside[@]}" $entry backup /data/backup.db
curl -sf "http://127.0.0.1:$port/v1/games" >/dev/null || fail 'the service does not respond'
kill -"$(last STOPSIGNAL | sed 's/SIG//')" "$service"
wait "$service" || fail 'the service did not stop cleanly'
service=
[ "$(ls "$image/data")" = "$(printf 'backup.db\nfunhouse.db')" ] || fail "after a clean stop, only the database and the backup may be left: $(ls "$image/data")"
"${inside[@]}" $entry restore /data/backup.db

# A PostgreSQL server with a certificate that no authority of the image has issued, until it is added to them.
mkfifo "$scratch/orders"
chmod 755 "$scratch"
setpriv --reuid=nobody --regid=nogroup --clear-groups sh -c "$(cat crates/scratch-postgres/src/server.sh)" sh \
    "$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)" fsync=off listen_addresses=127.0.0.1 ssl=on "port=$((port + 1))" \
    <"$scratch/orders" >"$scratch/postgres" &
exec {postgres}>"$scratch/orders"
for _ in $(seq 600); do [ ! -s "$scratch/postgres" ] || break; sleep 0.1; done
# A container engine writes this file.
echo '127.0.0.1 localhost' >"$image/etc/hosts"
copy=("${inside[@]}" $entry copy --from /data/funhouse.db --to "postgres://funhouse@localhost:$((port + 1))/postgres?sslmode=verify-full")
! "${copy[@]}" 2>"$scratch/log" || fail 'the image trusts any certificate'
grep -qi 'certificate' "$scratch/log" || fail "the certificate was not verified: $(cat "$scratch/log")"
cat "$(cat "$scratch/postgres")/data/server.crt" >>"$image/etc/ssl/certs/ca-certificates.crt"
"${copy[@]}" >/dev/null || fail 'the image does not trust its authorities'
echo "the image works: $(du -sh "$image" | cut -f 1)"
