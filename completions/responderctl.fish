# Fish completion of responderctl. The program itself knows what may come next.

function __responderctl_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] complete $words[2..] 2>/dev/null)
    if test "$found" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end

complete -c responderctl -f -a '(__responderctl_complete)'
