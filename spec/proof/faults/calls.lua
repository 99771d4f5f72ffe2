--- Calls of the system that fail, one at a time.

local sweep = require("spec.proof.faults.sweep")

-- The call as faults.c names it, the errors it is given, and when: s start, l loading anew,
-- r requests.
-- stylua: ignore
local KINDS = {
  { "open", "EMFILE", "sl" }, { "open", "EACCES", "s" }, { "read", "EIO", "sl" },
  { "pread", "EIO", "sl" }, { "mmap", "ENOMEM", "sl" }, { "stat", "EIO", "sl" },
  { "fsync", "EIO", "sl" }, { "write", "ENOSPC", "slr" }, { "fchmod", "EPERM", "sl" },
  { "rename", "EXDEV", "sl" }, { "memfd_create", "EMFILE", "sl" }, { "sendfile", "EIO", "sl" },
  { "fcntl", "EPERM", "slr" }, { "seal", "EPERM", "sl" }, { "seal", "EBUSY", "sl" },
  { "readlink", "EIO", "s" }, { "mkdir", "EACCES", "s" },
  { "socket", "EMFILE", "s" }, { "bind", "EADDRINUSE", "s" }, { "listen", "EADDRINUSE", "s" },
  { "socketpair", "EMFILE", "sl" }, { "fork", "EAGAIN", "sl" }, { "getsockname", "ENOBUFS", "s" },
  { "setsockopt", "EINVAL", "sr" }, { "epoll_create", "EMFILE", "s" },
  { "epoll_ctl", "ENOMEM", "slr" }, { "epoll_wait", "EINTR", "slr" }, { "poll", "EINTR", "slr" },
  { "signalfd", "EMFILE", "s" }, { "inotify", "EMFILE", "s" }, { "inotify", "ENOSPC", "s" },
  { "strdup", "ENOMEM", "sl" }, { "prctl", "EPERM", "sl" },
  { "getrandom", "EINTR", "slr" }, { "accept", "EMFILE", "r" },
  { "accept", "ECONNABORTED", "r" }, { "accept", "ENOMEM", "r" }, { "recv", "ECONNRESET", "r" },
  { "recv", "EINTR", "r" }, { "recvmsg", "ENOMEM", "sl" }, { "send", "EPIPE", "lr" },
  { "send", "ENOBUFS", "lr" }, { "sendmsg", "EPIPE", "slr" }, { "sendmsg", "EAGAIN", "slr" },
  { "shutdown", "ENOTCONN", "r" },
}

local function each(process, visit)
  for _, kind in ipairs(KINDS) do
    visit({ call = kind[1], error = kind[2], process = process }, kind[3])
  end
end

return function()
  local folder = os.tmpname()
  os.remove(folder)
  local options = { state_dir = folder, admin_listen = "127.0.0.1:0", watch = true }
  for _, process in ipairs { "master", "examiner", "worker" } do
    each(process, function(kind, when)
      if when:find("s") then sweep.start(kind, options, 0.5) end
      if when:find("l") then sweep.reload(kind, options, 0.5) end
    end)
  end
  each(nil, function(kind, when)
    if when:find("r") then sweep.requests(kind, {}, 0.5) end
  end)
  os.execute("rm -rf " .. folder)
end
