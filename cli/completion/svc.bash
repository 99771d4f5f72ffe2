_svc() {
  mapfile -t COMPREPLY < <(svc completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" | cut -f 1)
}
complete -F _svc svc
