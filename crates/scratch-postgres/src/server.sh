# Runs a PostgreSQL server until its input ends, which is when the process that started it ends. Then removes all files that it created.
# $1 is the folder of the programs, the rest are settings of the server. Each line of input is an order, and gets a line as an answer.
bin=$1
shift
settings=
for setting; do settings="$settings -c $setting"; done
home=$(mktemp -d "${TMPDIR:-/tmp}/scratch-postgres.XXXXXX") || exit 1
# The server and its child processes, which would survive it for a while.
all() {
    main=$(head -n 1 "$home/data/postmaster.pid" 2>/dev/null)
    echo "$main $(cat "/proc/$main/task/$main/children" 2>/dev/null)"
}
end() {
    # Paused processes do not receive other signals.
    kill -CONT $(all) 2>/dev/null
    "$bin/pg_ctl" stop -s -m immediate -D "$home/data" >/dev/null 2>&1
    rm -rf "$home"
}
trap end EXIT
# Signals to a whole process group, as from a terminal, end it in the same way.
trap 'exit 1' HUP INT TERM
# Creates a self-signed certificate for encrypted connections.
certify() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE \
        -keyout "$home/data/server.key" -out "$home/data/server.crt" 2>"$home/openssl"
}
case $settings in *ssl=on*) prepare=certify ;; *) prepare=: ;; esac
start() {
    "$bin/pg_ctl" start -s -w -t 60 -D "$home/data" -l "$home/log" \
        -o "-c listen_addresses='' -c unix_socket_directories=$home $settings" >/dev/null 2>&1 </dev/null
}
"$bin/initdb" -D "$home/data" -U funhouse -A trust -E UTF8 --no-locale --no-sync >"$home/initdb" 2>&1 && $prepare && start ||
    { cat "$home/initdb" "$home/openssl" "$home/log" 2>/dev/null >&2; exit 1; }
echo "$home"
while read -r order; do
    case $order in
    kill)
        killed=$(all)
        kill -9 $killed 2>/dev/null
        # Waits until the processes are gone.
        for one in $killed; do while kill -0 "$one" 2>/dev/null; do sleep 0.01; done; done
        echo killed ;;
    # The server first: children that it starts until then are paused with the others.
    pause) if kill -STOP $(all | cut -d ' ' -f 1) && kill -STOP $(all); then echo paused; else echo failed; fi ;;
    # Children may have ended when the server resumes.
    resume) if kill -CONT $(all | cut -d ' ' -f 1); then kill -CONT $(all) 2>/dev/null; echo resumed; else echo failed; fi ;;
    # A standby without a primary serves reads and never ends its recovery.
    demote) "$bin/pg_ctl" stop -s -m fast -D "$home/data" >/dev/null 2>&1 && touch "$home/data/standby.signal" && start &&
        echo demoted || echo failed ;;
    start) if start; then echo started; else tail -n 20 "$home/log" >&2; echo failed; fi ;;
    esac
done
