/** @file
 * A strict RFC 8259 scanner: says whether bytes from outside are one JSON text, and where not.
 * Beyond the grammar it refuses what readers disagree on: invalid UTF-8, a byte order mark,
 * duplicate member names (compared after their escapes are resolved), lone surrogates, numbers
 * that no double holds, and nesting deeper than a limit.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"
#include "base/span.h"

enum { JSON_DEPTH = 64, JSON_DEPTH_MAX = 256 };

/** Why a text is refused. */
typedef struct json_fault {
  fault why;
  size_t offset;  /**< the byte where the fault is, from 0 */
  bool exhausted; /**< memory ran out: the text may be good */
} json_fault;

/** Checks that `text` is exactly one JSON value with optional white space around it.
 * @param depth deepest nesting accepted, 1..JSON_DEPTH_MAX. @return false with `*out` filled.
 * O(n log n) in the names of an object, O(n) in all else. */
bool json_check(span text, unsigned depth, json_fault *out);

/** Checks as `json_check` does to JSON_DEPTH, and in the same pass finds members of the top-level
 * object. @param names compared with the members' names after their escapes are resolved
 * @param[out] found for each name the raw bytes of its value, borrowed from `text`; the absent span
 * where the object has no such member, or `text` is no object */
bool json_members(span text, const span *names, size_t count, span *found, json_fault *out);

/** The raw bytes of member `name` of the top-level object, so that an id can be echoed exactly as
 * it came. `text` must have passed json_check. @param name compared with the members' names after
 * their escapes are resolved. @return the absent span when `text` is no object or has no such
 * member, or memory is out. */
span json_member(span text, span name);

/** Resolves the escapes of a string. @param inner the bytes between its quotation marks, which must
 * have passed json_check. @param out room for `inner.len` bytes. @return bytes written, UTF-8. */
size_t json_unescape(span inner, char *out);
