# For scripts that check many things: check runs one, checked counts them all.
# shellcheck shell=bash

checks_passed=0
checks_failed=0

# check NAME COMMAND…: passes when the command succeeds; what it says is shown below its line.
check() {
  local check_name=$1 check_said
  shift
  if check_said=$("$@" 2>&1); then
    checks_passed=$((checks_passed + 1))
    printf '✔ %s\n' "$check_name"
  else
    checks_failed=$((checks_failed + 1))
    printf '✘ %s\n' "$check_name"
  fi
  [ -z "$check_said" ] || printf "%s\n" "$check_said" | sed 's/^/    /'
}

# counts PROGRAM…: shows the checks of a program that counts its own, and adds them; one that does not count, or ends badly, has
# failed.
counts() {
  local counts_shown counts_line counts_status good=0 bad=1
  counts_shown=$(mktemp)
  "$@" | tee "$counts_shown"
  counts_status=${PIPESTATUS[0]}
  counts_line=$(tail -n 1 "$counts_shown")
  rm -f "$counts_shown"
  if [[ $counts_line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
  fi
  if [ "$counts_status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
  checks_passed=$((checks_passed + good))
  checks_failed=$((checks_failed + bad))
}

# Prints what it is given and fails when that is anything.
nothing() {
  local lines
  lines=$(cat)
  [ -z "$lines" ] || {
    printf '%s\n' "$lines"
    return 1
  }
}

# The last line of such a script, and its status.
checked() {
  printf '%d passed, %d failed\n' "$checks_passed" "$checks_failed"
  [ "$checks_failed" -eq 0 ]
}
