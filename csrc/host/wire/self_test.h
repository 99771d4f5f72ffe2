/** @file
 * Whether the wire stands between this libmicrohttpd and the kernel (see wire.h). Where it does
 * not, every request would pass by the guard, and nothing else would show it.
 */
#pragma once

#include "base/fault.h"

/** Serves one hostile request over a unix socket of its own: each call of the library must come
 * through the wire, and the guard must refuse the request. Before anything else is served.
 * @return false with the reason when the library in use cannot be trusted */
bool self_test(fault *why);
