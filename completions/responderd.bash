# Bash completion of responderd.

_responderd() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  # Bash may cut words at colons.
  case $previous in
    --config | --socket | :)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      compopt -o filenames 2>/dev/null
      ;;
    --source)
      mapfile -t COMPREPLY < <(compgen -W "none libinput evdev: recording:" -- "$current")
      compopt -o nospace 2>/dev/null
      ;;
    --log) mapfile -t COMPREPLY < <(compgen -W "error warning notice info debug" -- "$current") ;;
    *)
      mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --help 2>/dev/null |
        sed -nE 's/^ +(-[a-z], )?(--[a-z-]+).*$/\2/p')" -- "$current")
      ;;
  esac
}

complete -F _responderd responderd
