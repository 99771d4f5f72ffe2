rockspec_format = "3.0"
package = "svc"
version = "1.0.0-1"
source = { url = "git+file://." }
description = {
  summary = "Reads, searches and verifies signed publications",
  detailed = "The engine of svcd as a module of plain Lua, without any server. It is built by meson "
    .. "against the libraries of the system: libcrypto, libutf8proc, libexpat "
    .. "and libstemmer.",
  license = "MIT",
}
supported_platforms = { "linux" }
dependencies = { "lua == 5.4" }
build = {
  type = "command",
  build_command = "meson setup build-rock -Dhost=false "
    .. "&& meson compile -C build-rock",
  install = {
    lib = { svc = "build-rock/svc.so", svc_publish = "build-rock/svc_publish.so" },
  },
}
