/** @file
 * A dictionary that all workers share: text keys, text values, an optional time to live. Fixed
 * memory; when it is full, what was used least recently makes room.
 */
#pragma once

#include "base/buffer.h"

enum { DICT_KEY_LIMIT = 240, DICT_VALUE_LIMIT = 7 * 1024 };

typedef struct dict dict;

/** Makes the shared memory; before the workers are forked. @return NULL when memory is out */
dict *dict_open(size_t bytes);

/** Appends the value of `key` to `out`. @param now monotonic ms
 * @return false when there is none, or its time is over */
bool dict_get(dict *d, span key, uint64_t now, buffer *out);

/** Sets `key`. @param life ms until it is forgotten, 0: no bound
 * @return false when key or value is longer than a dictionary takes */
bool dict_set(dict *d, span key, span value, uint64_t life, uint64_t now);

/** Adds `step` to the decimal number at `key`, which begins as 0, in one step for all workers.
 * @param[out] sum the new number
 * @return false when the value there is no number */
bool dict_add(dict *d, span key, int64_t step, uint64_t life, uint64_t now, int64_t *sum);

/** Looks for the next key that begins with `prefix`, in a stretch of the memory.
 * @param[in,out] place where to go on: 0 to begin with
 * @param[out] key is appended to where one was found
 * @return false when `place` is behind the end; where nothing was appended, there may be more */
bool dict_next(dict *d, uint64_t *place, span prefix, uint64_t now, buffer *key);

/** Forgets `key`. */
void dict_remove(dict *d, span key);
