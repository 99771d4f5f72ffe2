/** @file
 * The commands of LaTeX that formulas may use, one row each.
 */
#pragma once

#include "markup/formula.h"

/** Writes a command with its arguments, which are cut off `rest`. @param token it, with its
 * backslash @return false with the reason when it is not known or its arguments are wrong */
bool command_write(formula *f, span token, span *rest);

/** Name of a command, without its backslash, or behind them all of an environment; static.
 * @param index from 0 @return NULL where there are no more */
const char *command_name(size_t index);
