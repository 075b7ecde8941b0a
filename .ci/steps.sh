# Bookkeeping of `.ci/run`: steps, the tests that failed in them, and the report. Sourced, not run.

# What repeats each test that failed once: one command a line, quoted for the shell.
readonly FAILED_ONCE=target/ci/failed-once
# More failures than this in one step are no noise: none of them is repeated.
readonly MAX_REPEATED=8

took=() failed=() flaky=()
declare -A background=()

# Runs a command as a step. One that fails lets the others run, and fails CI at the end.
step() {
    local begun=$SECONDS status
    printf '\n== %s\n' "$*"
    # In a subshell, so that `-e` holds in functions and `exit` ends the step alone.
    (set -e; "$@")
    status=$?
    took+=("$(printf '%5d s  %s' $((SECONDS - begun)) "$*")")
    [ "$status" -eq 0 ] || failed+=("$*")
    return "$status"
}

# Starts a function that runs at low priority until `result_of` asks for it.
alongside() {
    set -m
    (
        trap "echo \$? >target/ci/$1.status" EXIT
        renice -n 19 "$BASHPID" >/dev/null
        set -e
        "$@"
    ) >"target/ci/$1.log" 2>&1 &
    background[$1]=$!
    set +m
}

# Waits for a function that was started with `alongside`, prints its output, and fails if it failed.
result_of() {
    tail --pid="${background[$1]}" -f /dev/null
    cat "target/ci/$1.log"
    return "$(cat "target/ci/$1.status")"
}

# Ends what still runs alongside when CI is interrupted.
end_background() {
    local pid
    for pid in "${background[@]}"; do kill -- "-$pid" 2>/dev/null; done
}
trap end_background EXIT

# Notes the tests that failed in a step, to repeat each at the end with this command and its name, which are read from standard input, one
# a line; the parts of a name are separated by tabs. Fails if there are none, or too many.
note_failures() {
    local names name
    mapfile -t names
    [ "${#names[@]}" -gt 0 ] && [ "${#names[@]}" -le "$MAX_REPEATED" ] || return 1
    for name in "${names[@]}"; do
        printf 'NOTED, to be run again at the end: %s\n' "$name"
        IFS=$'\t' read -r -a name <<<"$name"
        printf '%q ' "$@" "${name[@]}" >>"$FAILED_ONCE"
        printf '\n' >>"$FAILED_ONCE"
    done
}

# Runs `cargo test` with these variables and arguments, after `--` the tests' names. Tests that fail are noted.
rust_tests() {
    local variables=$1 log status=0
    shift
    log=$(mktemp)
    env $variables cargo test --locked --no-fail-fast "$@" 2>&1 | tee "$log" || status=$?
    [ "$status" -eq 0 ] && return
    # A program that was killed, or one that did not build, names no test that could be run again.
    if grep -qE "^error: could not compile|process didn't exit successfully" "$log"; then return "$status"; fi
    sed -nE 's/^test (.+) \.\.\. FAILED$/\1/p' "$log" | note_failures repeat_rust_test "$variables" || return "$status"
}

# Runs one test of Rust alone. It must be there: a name that matches nothing passes nothing.
repeat_rust_test() {
    local variables=$1 name=$2 log
    log=$(mktemp)
    env $variables cargo test --locked -- --exact "$name" 2>&1 | tee "$log"
    grep -qE '^test result: ok\. [1-9]' "$log"
}

# Runs the tests of the pages. Tests that fail are noted.
browser_tests() {
    local status=0 failures=$PWD/target/ci/browser-failures
    npm --prefix tests/browser test -- --test-reporter=spec --test-reporter-destination=stdout \
        --test-reporter=./failures.js --test-reporter-destination="$failures" || status=$?
    [ "$status" -eq 0 ] || note_failures repeat_browser_test <"$failures" || return "$status"
}

# Runs one test of the pages alone, or without a name its whole file. It must be there: a name that matches nothing passes nothing.
repeat_browser_test() {
    local file=$1 pattern log
    log=$(mktemp)
    pattern=$(sed -E 's/[][\\.*^$+?(){}|/]/\\&/g; s/.+/^&$/' <<<"${2-}")
    (cd tests/browser && node --test --test-reporter=tap --test-name-pattern="$pattern" "$file") | tee "$log"
    grep -qE '^# pass [1-9]' "$log"
}

# Runs every test that failed once more, alone. Failing twice fails CI; passing then is reported.
repeat_failures() {
    local line words
    [ -s "$FAILED_ONCE" ] || return 0
    while read -r -u 3 line; do
        eval "words=($line)"
        if step "${words[@]}"; then flaky+=("${words[*]:1}"); fi
    done 3<"$FAILED_ONCE"
}

# Prints what each step took, flaky tests and failures. Fails if a step did.
report() {
    printf '\n== What each step took, of %d s in all\n' "$SECONDS"
    printf '%s\n' "${took[@]}"
    printf '\n== %d flaky tests\n' "${#flaky[@]}"
    [ "${#flaky[@]}" -eq 0 ] || printf 'FLAKY: %s\n' "${flaky[@]}"
    [ "${#failed[@]}" -eq 0 ] && return
    printf '\n== %d steps failed\n' "${#failed[@]}"
    printf 'FAILED: %s\n' "${failed[@]}"
    return 1
}
