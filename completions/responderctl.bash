# Bash completion of responderctl. The program itself knows what may come next.

_responderctl() {
  local current=${COMP_WORDS[COMP_CWORD]} found
  found=$("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "$found" = :files ]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$found" -- "$current")
  # A value follows at once.
  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
}

complete -F _responderctl responderctl
