/** @file
 * The PATHS section: for each subject, its lessons in the order in which to learn them. A
 * publication without paths has none, and a reader that does not know the section serves the rest.
 * Its layout, little-endian, offsets from the section's start:
 *
 *     offset size
 *          0    4  step count n, 1..4096
 *          4    4  zero
 *          8  32n  one record a step, by ascending subject, inside a subject in the order of
 *                  learning:
 *                    0  2  length of the name
 *                    2  2  minutes that it takes with its exercises, 10..240; 0 when not stated
 *                    4  1  level: 0 lower, 1 upper; 2 when not stated, as the minutes are then
 *                    5  1  number k of the steps that it leans on, 0..12
 *                    6  2  zero
 *                    8 24  the numbers of those steps from 0, u16, ascending; zeros behind the k-th
 *          .       the names, in the order of the records, to the end
 *
 * A name is what follows `lo:material:` in the learning object id of the lesson, such as
 * `mathematics:functions`; its first segment is the subject. A lesson stands once. It leans on
 * earlier steps of its own subject and on any of others, but never on itself through whatever
 * steps. One section of numbered records rather than JSON: a number cannot name a lesson that
 * stands nowhere, and nothing is parsed between the signature and what is shown.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/fault.h"
#include "base/span.h"

enum {
  PATHS_HEAD = 8,
  PATHS_RECORD = 32,
  PATHS_MOST = 4096, /**< steps */
  PATHS_AFTER = 12,  /**< most steps that one leans on */
  PATHS_LEAST_MINUTES = 10,
  PATHS_MOST_MINUTES = 240,
};

enum path_level { PATH_LOWER, PATH_UPPER, PATH_LEVELS, PATH_UNSTATED = PATH_LEVELS };

typedef struct path_step {
  span name;
  unsigned level;   /**< enum path_level */
  unsigned minutes; /**< 0 where the level is PATH_UNSTATED */
  unsigned after_count;
  uint16_t after[PATHS_AFTER]; /**< numbers of the steps that it leans on, ascending */
} path_step;

/** Walks over a PATHS section that paths_check accepted. */
typedef struct paths_reader {
  const char *record, *name;
  uint32_t left;
} paths_reader;

/** Name of a level, `"lower"`. @param level below PATH_LEVELS */
const char *path_level_name(unsigned level);

/** The level of that name. @return PATH_UNSTATED when there is none. */
unsigned path_level_of(span name);

/** Validates all of a section. O(steps squared) at worst. @return false with `*why` filled. */
bool paths_check(span section, fault *why);

/** A reader at the first step. @param section absent: there is none */
paths_reader paths_read(span section);

/** Takes the next step. @return false at the end. */
bool paths_next(paths_reader *r, path_step *out);

/** Appends the section of `count` steps in their order. @return false with `*why` filled when they
 * are not what paths_check accepts, or memory is out. */
bool paths_write(const path_step *steps, size_t count, buffer *out, fault *why);
