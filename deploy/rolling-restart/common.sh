# What haproxy.sh and nginx.sh share: a database, two instances, and the load. This file is sourced, with the program as `$1`. The script then
# defines `start_balancer`, `take_out` and `put_back`, which get the index of an instance, and calls `run` with further arguments of load.py.
#
# Everything listens on free ports of 127.0.0.1, and ends with the script. DRAIN_TIME sets the seconds for --drain-time; with 0, requests fail.

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$folder/../..
program=$(realpath "${1:-$root/target/release/funhouse}")
drain_time=${DRAIN_TIME:-4}
# Debian has balancers in a folder that only root has on the path.
PATH=$PATH:/usr/sbin
scratch=$(mktemp -d)
instances=()

end() {
    # Without the pipe of its orders, the server of PostgreSQL stops.
    [ -z "${postgres-}" ] || exec {postgres}>&-
    # Only what still runs: the number of a process that has ended may be that of another one.
    kill $(jobs -pr) 2>/dev/null || true
    wait
    rm -rf "$scratch"
}
trap end EXIT
trap 'exit 1' INT TERM

fail() { echo "$(basename "$0"): $*" >&2; exit 1; }

# Waits up to 30 seconds until a command succeeds.
until_true() {
    local awaited=$1
    shift
    for _ in $(seq 600); do
        if "$@"; then return; fi
        sleep 0.05
    done
    fail "waited too long for $awaited"
}

# Prints free ports that no outgoing connection gets.
free_ports() {
    PYTHONDONTWRITEBYTECODE=1 python3 - "$1" "$root/deploy/local" <<'PYTHON'
import sys

sys.path.insert(0, sys.argv[2])
from servers import Scratch

with Scratch() as scratch:
    print(*(scratch.port() for _ in range(int(sys.argv[1]))))
PYTHON
}

read -r balancer first second < <(free_ports 3)
listen=127.0.0.1:$balancer
servers=("127.0.0.1:$first" "127.0.0.1:$second")

# Starts a PostgreSQL server that listens on a socket, not as root. Sets `database`.
start_postgres() {
    local bin user=()
    bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    bin=${bin:-$(dirname "$(command -v initdb)")}
    [ "$(id -u)" != 0 ] || user=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    mkfifo "$scratch/orders"
    (cd / && exec "${user[@]}" sh -c "$(cat "$root/crates/scratch-postgres/src/server.sh")" sh "$bin" fsync=off) \
        <"$scratch/orders" >"$scratch/postgres" &
    exec {postgres}>"$scratch/orders"
    until_true PostgreSQL test -s "$scratch/postgres"
    database="postgres://funhouse@localhost/postgres?host=$(cat "$scratch/postgres")"
}

is_ready() { "$program" health --ready "http://${servers[$1]}" 2>/dev/null; }

start_instance() {
    "$program" serve --listen "${servers[$1]}" --database "$database" --drain-time "$drain_time" --trusted-proxy 127.0.0.1 \
        --no-limits --log warn >/dev/null 2>>"$scratch/log" &
    instances[$1]=$!
    until_true "instance $1" is_ready "$1"
}

restart() {
    echo "restarting ${servers[$1]}"
    take_out "$1"
    kill "${instances[$1]}"
    wait "${instances[$1]}" || fail "instance $1 did not stop cleanly: $(cat "$scratch/log")"
    start_instance "$1"
    put_back "$1"
}

run() {
    start_postgres
    # One after the other: the first one creates the tables of the database.
    start_instance 0
    start_instance 1
    start_balancer
    python3 "$folder/load.py" "http://$listen" "$scratch/stop" "$@" &
    local load=$!
    sleep 2
    restart 0
    restart 1
    sleep 2
    touch "$scratch/stop"
    wait "$load" || fail "requests failed: $(cat "$scratch"/*log)"
}
