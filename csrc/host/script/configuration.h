/** @file
 * The configuration of a generation: its options as a Lua text, which the examiner of a reload puts
 * beside the files of the routes, and what each process reads of it.
 */
#pragma once

#include "host/script/bundle.h"
#include "host/script/edge.h"
#include "host/script/settings.h"

typedef struct configuration {
  lua_State *L; /**< the table of options is its top value */
  settings options;
  edge edge;
} configuration;

/** The options that are among the files, borrowed from them. Empty: they are not */
span configuration_text(const bundle *from);

/** Puts a text of options among the files. @return false when memory is out */
bool configuration_put(bundle *to, span text);

/** Reads a text of options. @return owned, or NULL */
configuration *configuration_open(const home *place, span text, fault *why);

/** Releases it. Accepts NULL. */
void configuration_close(configuration *c);

/** Pushes the table of options that the text says. Raises when memory is out. */
void configuration_push(lua_State *L, span text);
