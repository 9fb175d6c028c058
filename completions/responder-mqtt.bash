# Bash completion of responder-mqtt.

_responder_mqtt() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  case $previous in
    --config)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      compopt -o filenames 2>/dev/null
      ;;
    --log) mapfile -t COMPREPLY < <(compgen -W "error warning notice info debug" -- "$current") ;;
    --panel) ;;
    *)
      mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --help 2>/dev/null |
        sed -nE 's/^ +(-[a-z], )?(--[a-z-]+).*$/\2/p')" -- "$current")
      ;;
  esac
}

complete -F _responder_mqtt responder-mqtt
