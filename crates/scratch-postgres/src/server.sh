# Keeps a PostgreSQL server for as long as whoever started this lives: it ends, and removes what it made, when its input ends.
# $1 is the folder of the programs, the rest are settings of the server. It answers each line that it reads by one of its own.
bin=$1
shift
settings=
for setting; do settings="$settings -c $setting"; done
home=$(mktemp -d "${TMPDIR:-/tmp}/scratch-postgres.XXXXXX") || exit 1
# The server, and the processes that serve its connections, which would go on by themselves for a while.
all() {
    main=$(head -n 1 "$home/data/postmaster.pid" 2>/dev/null)
    echo "$main $(cat "/proc/$main/task/$main/children" 2>/dev/null)"
}
end() {
    # Who is paused does not notice that it shall end.
    kill -CONT $(all) 2>/dev/null
    "$bin/pg_ctl" stop -s -m immediate -D "$home/data" >/dev/null 2>&1
    rm -rf "$home"
}
trap end EXIT
# A signal to all processes of a terminal, or of a test that took too long, ends it in the same way.
trap 'exit 1' HUP INT TERM
# A certificate that is its own authority, for a server to which connections may be encrypted.
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
        # Who is gone cannot be sent a signal.
        for one in $killed; do while kill -0 "$one" 2>/dev/null; do sleep 0.01; done; done
        echo killed ;;
    # The server first: what it starts until then is paused with the rest.
    pause) if kill -STOP $(all | cut -d ' ' -f 1) && kill -STOP $(all); then echo paused; else echo failed; fi ;;
    # Some have ended meanwhile, which the server notices as soon as it goes on.
    resume) if kill -CONT $(all | cut -d ' ' -f 1); then kill -CONT $(all) 2>/dev/null; echo resumed; else echo failed; fi ;;
    start) if start; then echo started; else tail -n 20 "$home/log" >&2; echo failed; fi ;;
    esac
done
