# Completion of oshrun and oshstat in bash and zsh: source <(./oshrun --completion)
if [ -n "${ZSH_VERSION:-}" ]; then
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u; }
    _oshrun() {
        local -a found
        local tool=${words[1]:h}/oshrun
        [[ $words[1] == */* ]] || tool=oshrun
        found=("${(@f)$("${~tool}" complete "${(@)words[1,CURRENT]}" 2>/dev/null)}")
        [[ -n $found[1] ]] && compadd -a found || _files
    }
    compdef _oshrun oshrun oshstat
else
    _oshrun() {
        local tool=oshrun IFS=$'\n'
        [[ ${COMP_WORDS[0]} != */* ]] || tool=${COMP_WORDS[0]%/*}/oshrun
        COMPREPLY=($("${tool/#\~/$HOME}" complete "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null))
    }
    complete -o bashdefault -o default -F _oshrun oshrun oshstat
fi
