# Runs a PgBouncer until its input ends, which is when the process that started it ends. Then removes all files that it created.
# $1 is the program, $2 the folder of the server's socket, $3 the server's port, $4 the port of the pooler.
home=$(mktemp -d "${TMPDIR:-/tmp}/scratch-pooler.XXXXXX") || exit 1
end() {
    kill "$pooler" 2>/dev/null
    rm -rf "$home"
}
trap end EXIT
trap 'exit 1' HUP INT TERM
cat >"$home/pgbouncer.ini" <<INI
[databases]
* = host=$2 port=$3 user=funhouse
[pgbouncer]
unix_socket_dir = $home
listen_addr =
listen_port = $4
auth_type = any
pool_mode = session
ignore_startup_parameters = extra_float_digits
INI
"$1" -q "$home/pgbouncer.ini" >"$home/log" 2>&1 </dev/null &
pooler=$!
until [ -S "$home/.s.PGSQL.$4" ]; do
    kill -0 "$pooler" 2>/dev/null || { cat "$home/log" >&2; exit 1; }
    sleep 0.05
done
echo "$home"
while read -r _; do :; done
