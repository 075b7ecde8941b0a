# Keeps a PostgreSQL server for as long as whoever started this lives: it ends, and removes what it made, when its input ends.
# $1 is the folder of the programs, the rest are settings of the server. It answers each line that it reads by one of its own.
bin=$1
shift
settings=
for setting; do settings="$settings -c $setting"; done
home=$(mktemp -d "${TMPDIR:-/tmp}/scratch-postgres.XXXXXX") || exit 1
end() {
    "$bin/pg_ctl" stop -s -m immediate -D "$home/data" >/dev/null 2>&1
    rm -rf "$home"
}
trap end EXIT
start() {
    "$bin/pg_ctl" start -s -w -t 60 -D "$home/data" -l "$home/log" \
        -o "-c listen_addresses='' -c unix_socket_directories=$home $settings" >/dev/null 2>&1 </dev/null
}
"$bin/initdb" -D "$home/data" -U funhouse -A trust -E UTF8 --no-locale --no-sync >"$home/initdb" 2>&1 && start ||
    { cat "$home/initdb" "$home/log" >&2; exit 1; }
echo "$home"
while read -r order; do
    case $order in
    kill)
        # The server, and then the processes that serve its connections, which would otherwise go on until they notice.
        main=$(head -n 1 "$home/data/postmaster.pid")
        all="$main $(cat "/proc/$main/task/$main/children" 2>/dev/null)"
        kill -9 $all
        # Who is gone cannot be sent a signal.
        for one in $all; do while kill -0 "$one" 2>/dev/null; do sleep 0.01; done; done
        echo killed ;;
    start) if start; then echo started; else tail -n 20 "$home/log" >&2; echo failed; fi ;;
    esac
done
