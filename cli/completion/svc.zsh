#compdef svc
_svc() {
  local -a found=("${(@f)$(svc completion words -- "${(@)words[2,CURRENT]}" | tr '\t' :)}")
  _describe svc found
}
if [[ $funcstack[1] = _svc ]]; then _svc; else compdef _svc svc; fi
