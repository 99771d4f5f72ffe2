/** @file
 * From a Lua list of steps to the PATHS section, for the publication builder. A step is
 * { lesson = "lo:material:{subject}:{lesson}", level = "lower"|"upper", minutes,
 *   after? = list of lessons that stand in the list too }, in the order that store/paths.h asks
 * for.
 */
#pragma once

#include "base/buffer.h"
#include "binding/modules.h"

/** Builds the section from the list at `index` into the empty buffer `section`. Raises where a
 * step has not this shape. @return false with `*why` filled when paths_write refuses the steps */
bool lua_paths_build(lua_State *L, int index, buffer *section, fault *why);
