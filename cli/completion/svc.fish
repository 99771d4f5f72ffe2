complete -c svc -f -a '(svc completion words -- (commandline -opc)[2..] (commandline -ct))'
