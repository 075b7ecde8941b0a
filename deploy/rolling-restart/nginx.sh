#!/usr/bin/env bash
# Restarts two instances one after the other behind nginx, under load. Fails if a request fails. Needs nginx, PostgreSQL, Python 3, and a built
# program.
#
#   deploy/rolling-restart/nginx.sh [PROGRAM]
set -euo pipefail
. "$(dirname "$0")/common.sh"

# Writes the list of servers. An argument is the index of the one that is down.
write_servers() {
    local at state
    for at in "${!servers[@]}"; do
        state=
        [ "$at" != "${1-}" ] || state=' down'
        echo "server ${servers[at]}$state;"
    done >"$scratch/servers.conf"
}

start_balancer() {
    # Its workers, which are not root, need the folder.
    chmod 755 "$scratch"
    sed "s/LISTEN/$listen/" "$folder/nginx.conf" >"$scratch/nginx.conf"
    write_servers
    nginx -p "$scratch" -c nginx.conf -e "$scratch/nginx.log" &
    nginx=$!
}

# nginx does not poll `/readyz`. The new workers no longer use the server; the old ones finish their requests.
take_out() {
    write_servers "$1"
    reload
}

put_back() {
    write_servers
    reload
}

# Reloads, and waits until new workers have replaced the old ones.
reload() {
    local old
    old=$(pgrep -P "$nginx" | sort)
    kill -HUP "$nginx"
    until_true 'nginx to reload' has_new_worker "$old"
}

has_new_worker() { [ -n "$(comm -13 <(echo "$1") <(pgrep -P "$nginx" | sort))" ]; }

# When nginx reloads, it closes the idle connections of clients, also one on which a request is arriving. nginx 1.27.4 and later can delay that
# (`keepalive_min_timeout`), and HTTP/2 has no such gap.
run repeat
