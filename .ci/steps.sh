# Functions of `.ci/run` for steps, for repeating failed tests, and for the report. This file is sourced.

# The commands that repeat failed tests, one per line, quoted for the shell.
readonly FAILED_ONCE=target/ci/failed-once
# If more tests than this fail in one step, the step is broken rather than flaky, and none of them is repeated.
readonly MAX_REPEATED=8

# A step that fails within this CPU time in seconds is repeated at once, because a download may have failed.
readonly MAX_REPEATED_TIME=300

took=() failed=() flaky=()
declare -A background=() output=()

# Prints how much CPU time a shell and its children have used, in seconds, from a file with the output of `times`.
cpu_seconds() { awk -F '[ms ]' '{ sum += 60 * ($1 + $4) + $2 + $5 } END { printf "%.0f", sum }' "$1"; }

# Runs a command as a step. If it fails, the other steps still run, and CI fails at the end.
step() {
    local status seconds
    run_step "$@"
    status=$?
    if [ "$status" -ne 0 ] && [ "$seconds" -le "$MAX_REPEATED_TIME" ]; then
        [ "$1" != result_of ] || shift
        run_step "$@"
        status=$?
        [ "$status" -ne 0 ] || flaky+=("$*")
    fi
    [ "$status" -eq 0 ] || failed+=("$*")
}

# Runs a command as a step once. Sets `seconds` to its CPU time. `step` and others must not call this in a condition, which would suspend `-e`.
run_step() {
    local begun=$SECONDS status times=$PWD/target/ci/times
    output[$*]=target/ci/output-${#took[@]}
    printf '\n== %s\n' "$*"
    # The subshell makes `-e` apply in functions, and limits `exit` to the step.
    (trap "times >'$times'" EXIT; set -e; "$@") > >(tee "${output[$*]}") 2>&1
    status=$?
    [ "$1" != result_of ] || times=target/ci/$2.times
    seconds=$(cpu_seconds "$times")
    took+=("$(printf '%5d s %5d s CPU  %s' $((SECONDS - begun)) "$seconds" "$*")")
    return "$status"
}

# Starts a function in the background, with a niceness from 0 to 19 (lowest priority). `result_of` waits for it.
alongside() {
    local niceness=$1 name=$2
    set -m
    (
        trap "echo \$? >target/ci/$name.status; times >target/ci/$name.times" EXIT
        renice -n "$niceness" "$BASHPID" >/dev/null
        set -e
        "$name"
    ) >"target/ci/$name.log" 2>&1 &
    background[$name]=$!
    set +m
}

# Waits for a function that `alongside` started, prints its output, and fails if it failed.
result_of() {
    tail --pid="${background[$1]}" -f /dev/null
    cat "target/ci/$1.log"
    return "$(cat "target/ci/$1.status")"
}

# Stops background functions when CI ends or is interrupted.
end_background() {
    local pid
    for pid in "${background[@]}"; do kill -- "-$pid" 2>/dev/null; done
}
trap end_background EXIT

# Records the failed tests of a step, so that each is repeated at the end. The arguments are the command; the names of the tests are read from
# standard input, one per line, with parts separated by tabs. Fails if there are no names or too many.
note_failures() {
    local names name
    mapfile -t names
    [ "${#names[@]}" -gt 0 ] && [ "${#names[@]}" -le "$MAX_REPEATED" ] || return 1
    for name in "${names[@]}"; do
        printf 'TO BE REPEATED AT THE END: %s\n' "$name"
        IFS=$'\t' read -r -a name <<<"$name"
        printf '%q ' "$@" "${name[@]}" >>"$FAILED_ONCE"
        printf '\n' >>"$FAILED_ONCE"
    done
}

# Runs `cargo test` with these variables and arguments; after `--` come the names of tests. Failed tests are recorded.
rust_tests() {
    local variables=$1 log status=0
    shift
    log=$(mktemp)
    env $variables cargo test --locked --no-fail-fast "$@" 2>&1 | tee "$log" || status=$?
    [ "$status" -eq 0 ] && return
    # If the build fails or the test program is killed, there is no test name to repeat.
    if grep -qE "^error: could not compile|process didn't exit successfully" "$log"; then return "$status"; fi
    sed -nE 's/^test (.+) \.\.\. FAILED$/\1/p' "$log" | note_failures repeat_rust_test "$variables" || return "$status"
}

# Runs one Rust test alone. Fails if no test has this name.
repeat_rust_test() {
    local variables=$1 name=$2 log
    log=$(mktemp)
    env $variables cargo test --locked -- --exact "$name" 2>&1 | tee "$log"
    grep -qE '^test result: ok\. [1-9]' "$log"
}

# Runs the tests of a folder with Node.js. Failed tests are recorded.
node_tests() {
    local folder=$1 status=0 failures
    failures=$(mktemp)
    npm --prefix "$folder" test -- --test-reporter=spec --test-reporter-destination=stdout \
        --test-reporter="$PWD/tests/browser/failures.js" --test-reporter-destination="$failures" || status=$?
    [ "$status" -eq 0 ] || note_failures repeat_node_test "$folder" <"$failures" || return "$status"
}

# Runs one test with Node.js alone, or without a name its whole file. Fails if no test has this name.
repeat_node_test() {
    local folder=$1 file=$2 pattern log
    log=$(mktemp)
    pattern=$(sed -E 's/[][\\.*^$+?(){}|/]/\\&/g; s/.+/^&$/' <<<"${3-}")
    (cd "$folder" && node --test --test-reporter=tap --test-name-pattern="$pattern" "$file") | tee "$log"
    grep -qE '^# pass [1-9]' "$log"
}

# Runs the tests of a folder with a Python program. Failed tests are recorded.
python_tests() {
    local folder=$1 python=$2 log status=0
    log=$(mktemp)
    (cd "$folder" && "$python" -m pytest -rfE --durations=5) | tee "$log" || status=$?
    [ "$status" -eq 0 ] && return
    sed -nE 's/ - .*//; s/^(FAILED|ERROR) //p' "$log" | note_failures repeat_python_test "$folder" "$python" || return "$status"
}

# Runs one Python test alone. It fails if no test has this name.
repeat_python_test() {
    (cd "$1" && "$2" -m pytest "$3")
}

# Repeats each failed test alone. A second failure fails CI. A test that passes is reported as flaky.
repeat_failures() {
    local line words seconds
    [ -s "$FAILED_ONCE" ] || return 0
    while read -r -u 3 line; do
        eval "words=($line)"
        run_step "${words[@]}"
        if [ "$?" -eq 0 ]; then flaky+=("${words[*]:1}"); else failed+=("${words[*]}"); fi
    done 3<"$FAILED_ONCE"
}

# Prints the duration of each step, its CPU time (all of it, for a function in the background), what was flaky, and the last lines of failed
# steps. Fails if a step failed.
report() {
    local each
    printf '\n== Duration and CPU time of each step, %d s in total\n' "$SECONDS"
    printf '%s\n' "${took[@]}"
    printf '\n== %d flaky tests and steps\n' "${#flaky[@]}"
    [ "${#flaky[@]}" -eq 0 ] || printf 'FLAKY: %s\n' "${flaky[@]}"
    [ "${#failed[@]}" -eq 0 ] && return
    printf '\n== %d steps failed\n' "${#failed[@]}"
    for each in "${failed[@]}"; do
        printf 'FAILED: %s\n' "$each"
        tail -n 12 "${output[$each]}" | sed 's/^/    /'
    done
    return 1
}
