#!/usr/bin/env bash
# Restarts two instances one after the other behind HAProxy, under load. Fails if a request fails. Needs HAProxy, PostgreSQL, Python 3, and a
# built program.
#
#   deploy/rolling-restart/haproxy.sh [PROGRAM]
set -euo pipefail
. "$(dirname "$0")/common.sh"

export LISTEN=$listen SERVER_A=${servers[0]} SERVER_B=${servers[1]}

start_balancer() {
    haproxy -f "$folder/haproxy.cfg" 2>"$scratch/haproxy.log" &
}

# HAProxy sees that `/readyz` fails, and sends no more requests.
take_out() { :; }

# HAProxy sees that `/readyz` is ok. It must know that before the other instance stops.
put_back() { until_true 'HAProxy to use both instances' uses_both; }

uses_both() { "$program" health "http://$listen/balancer" 2>/dev/null; }

run
