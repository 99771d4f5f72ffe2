#include "store/paths.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "store/document.h"

/** Offsets of a record's fields. */
enum {
  STEP_NAME = 0,
  STEP_MINUTES = 2,
  STEP_LEVEL = 4,
  STEP_AFTER_COUNT = 5,
  STEP_ZERO = 6,
  STEP_AFTER = 8,
};

static const char *const levels[PATH_LEVELS] = {[PATH_LOWER] = "lower", [PATH_UPPER] = "upper"};

const char *path_level_name(unsigned level) { return levels[level]; }

unsigned path_level_of(span name) {
  unsigned level = 0;
  while (level < PATH_LEVELS && !span_equal(span_of(levels[level]), name)) { level++; }
  return level;
}

static span subject_of(const path_step *s) { return span_take(s->name, span_find(s->name, ':')); }

/** The name of a step in a fault. */
#define STEP "path step %.*s: "
#define STEP_OF(s) (int)((s)->name.len < 80 ? (s)->name.len : 80), (s)->name.data

static bool check_fields(const path_step *s, fault *why) {
  if (s->name.len > UINT16_MAX || !store_is_name(s->name) || subject_of(s).len == s->name.len) {
    return fault_set(why, STEP "its name is not {subject}:{lesson}, lower-case kebab segments",
                     STEP_OF(s));
  }
  if (s->level == PATH_UNSTATED && s->minutes == 0) { return true; }
  if (s->level >= PATH_LEVELS) {
    return fault_set(why, STEP "its level is neither lower nor upper", STEP_OF(s));
  }
  if (s->minutes < PATHS_LEAST_MINUTES || s->minutes > PATHS_MOST_MINUTES) {
    return fault_set(why, STEP "%u minutes; accepted is %d to %d", STEP_OF(s), s->minutes,
                     PATHS_LEAST_MINUTES, PATHS_MOST_MINUTES);
  }
  return true;
}

/** Checks that step `own` stands behind those of the same subject, or of an earlier one, and in
 * none of their places. */
static bool check_place(const path_step *steps, size_t own, fault *why) {
  const path_step *s = &steps[own];
  span subject = subject_of(s);
  if (own > 0 && span_compare(subject, subject_of(s - 1)) < 0) {
    return fault_set(why, STEP "its subject is out of order", STEP_OF(s));
  }
  for (size_t i = own; i-- > 0 && span_equal(subject_of(&steps[i]), subject);) {
    if (span_equal(steps[i].name, s->name)) {
      return fault_set(why, STEP "it stands in the path twice", STEP_OF(s));
    }
  }
  return true;
}

/** Checks what step `own` leans on. */
static bool check_after(const path_step *steps, size_t count, size_t own, fault *why) {
  const path_step *s = &steps[own];
  for (unsigned i = 0; i < s->after_count; i++) {
    size_t other = s->after[i];
    if (other >= count || (i > 0 && s->after[i - 1] >= other)) {
      return fault_set(why, STEP "what it leans on is no step, or out of order", STEP_OF(s));
    }
    if (other >= own && span_equal(subject_of(&steps[other]), subject_of(s))) {
      return fault_set(why, STEP "it leans on %.*s, which comes no earlier", STEP_OF(s),
                       STEP_OF(&steps[other]));
    }
  }
  return true;
}

/** True when all that a step leans on was learnt. */
static bool is_open(const path_step *s, const bool *learnt) {
  for (unsigned i = 0; i < s->after_count; i++) {
    if (!learnt[s->after[i]]) { return false; }
  }
  return true;
}

/** Learns step after step until none is open any more: what is left leans on itself. */
static bool check_circle(const path_step *steps, size_t count, fault *why) {
  bool learnt[PATHS_MOST] = {false};
  size_t left = count;
  for (size_t before = 0; left != before && left > 0;) {
    before = left;
    for (size_t i = 0; i < count; i++) {
      if (learnt[i] || !is_open(&steps[i], learnt)) { continue; }
      learnt[i] = true;
      left--;
    }
  }
  for (size_t i = 0; i < count; i++) {
    if (!learnt[i]) {
      return fault_set(why, STEP "it leans on itself in a circle", STEP_OF(&steps[i]));
    }
  }
  return true;
}

static bool check_steps(const path_step *steps, size_t count, fault *why) {
  for (size_t i = 0; i < count; i++) {
    if (!check_fields(&steps[i], why) || !check_place(steps, i, why)) { return false; }
  }
  for (size_t i = 0; i < count; i++) {
    if (!check_after(steps, count, i, why)) { return false; }
  }
  return check_circle(steps, count, why);
}

/** Checks that the head and the records describe exactly the section. */
static bool check_bounds(span section, fault *why) {
  static const char zeros[PATHS_RECORD];
  if (section.len < PATHS_HEAD || load_u32le(section.data + 4) != 0) {
    return fault_set(why, "paths: the head is malformed");
  }
  uint32_t count = load_u32le(section.data);
  uint64_t size = PATHS_HEAD + (uint64_t)PATHS_RECORD * count;
  if (count < 1 || count > PATHS_MOST || size > section.len) {
    return fault_set(why, "paths: %u steps do not fit the section", count);
  }
  for (uint32_t i = 0; i < count; i++) {
    const char *record = section.data + PATHS_HEAD + (size_t)PATHS_RECORD * i;
    size_t after = (uint8_t)record[STEP_AFTER_COUNT];
    if (after > PATHS_AFTER || load_u16le(record + STEP_ZERO) != 0 ||
        memcmp(record + STEP_AFTER + 2 * after, zeros, 2 * (PATHS_AFTER - after)) != 0) {
      return fault_set(why, "paths: record %u is malformed", i);
    }
    size += load_u16le(record + STEP_NAME);
  }
  return size == section.len ||
         fault_set(why, "paths: the section does not end with its last step");
}

paths_reader paths_read(span section) {
  if (section.data == NULL) { return (paths_reader){0}; }
  const char *records = section.data + PATHS_HEAD;
  uint32_t count = load_u32le(section.data);
  return (paths_reader){records, records + (size_t)PATHS_RECORD * count, count};
}

bool paths_next(paths_reader *r, path_step *out) {
  if (r->left == 0) { return false; }
  *out = (path_step){.name = {r->name, load_u16le(r->record + STEP_NAME)},
                     .level = (uint8_t)r->record[STEP_LEVEL],
                     .minutes = load_u16le(r->record + STEP_MINUTES),
                     .after_count = (uint8_t)r->record[STEP_AFTER_COUNT]};
  for (unsigned i = 0; i < out->after_count; i++) {
    out->after[i] = load_u16le(r->record + STEP_AFTER + (size_t)2 * i);
  }
  r->record += PATHS_RECORD;
  r->name += out->name.len;
  r->left--;
  return true;
}

bool paths_check(span section, fault *why) {
  if (!check_bounds(section, why)) { return false; }
  paths_reader r = paths_read(section);
  size_t count = 0;
  path_step *steps = calloc(r.left, sizeof *steps);
  if (steps == NULL) { return fault_set(why, "out of memory"); }
  while (paths_next(&r, &steps[count])) { count++; }
  bool good = check_steps(steps, count, why);
  free(steps);
  return good;
}

static void append_record(buffer *out, const path_step *s) {
  buffer_u16(out, (uint16_t)s->name.len);
  buffer_u16(out, (uint16_t)s->minutes);
  buffer_u8(out, (uint8_t)s->level);
  buffer_u8(out, (uint8_t)s->after_count);
  buffer_u16(out, 0);
  for (unsigned i = 0; i < s->after_count; i++) { buffer_u16(out, s->after[i]); }
  buffer_zeros(out, (size_t)2 * (PATHS_AFTER - s->after_count));
}

bool paths_write(const path_step *steps, size_t count, buffer *out, fault *why) {
  if (count < 1 || count > PATHS_MOST) {
    return fault_set(why, "paths of %zu steps; 1 to %d are accepted", count, PATHS_MOST);
  }
  if (!check_steps(steps, count, why)) { return false; }
  buffer_u32(out, (uint32_t)count);
  buffer_u32(out, 0);
  for (size_t i = 0; i < count; i++) { append_record(out, &steps[i]); }
  for (size_t i = 0; i < count; i++) { buffer_append(out, steps[i].name); }
  return out->failed ? fault_set(why, "out of memory") : true;
}
