# Bash completion of responderctl. It reads commands and options from the program's own help.

_responderctl() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local program=${COMP_WORDS[0]} command="" word
  COMPREPLY=()

  # The command is the first word that is no option.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      -*) ;;
      *)
        command=$word
        break
        ;;
    esac
  done

  case $previous in
    --config | --diff | --output | --html | --trace)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      compopt -o filenames 2>/dev/null
      return
      ;;
    --socket)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
  esac

  if [ -z "$command" ]; then
    mapfile -t COMPREPLY < <(compgen -W "--help $("$program" --help 2>/dev/null |
      sed -nE 's/^  ([a-z]+)( .*)?$/\1/p')" -- "$current")
  elif [[ $command == help && $current != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$({
      "$program" --help
      "$program" help --help
    } 2>/dev/null | sed -nE 's/^  ([a-z-]+) {2,}.*$/\1/p')" -- "$current")
  elif [[ $command == keys && $current != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" keys 2>/dev/null | sed -nE 's/^([a-zA-Z]+):$/\1/p')" -- "$current")
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" "$command" --help 2>/dev/null |
      sed -nE 's/^ +(--[a-z-]+).*$/\1/p')" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
  fi
}

complete -F _responderctl responderctl
