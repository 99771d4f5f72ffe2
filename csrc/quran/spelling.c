#include "quran/spelling.h"

#include <utf8proc.h>

#include "base/ascii.h"
#include "base/utf8.h"

/** Letters that lose their consonant when their marks are taken off. */
static const struct {
  uint32_t point;
  const char *letters;
} kept_letters[] = {
    {0x0161, "sh"}, {0x0160, "sh"}, {0x015f, "sh"}, {0x015e, "sh"}, {0x1e6f, "th"}, {0x1e6e, "th"},
    {0x1e0f, "dh"}, {0x1e0e, "dh"}, {0x1e2b, "kh"}, {0x1e2a, "kh"}, {0x01e7, "j"},  {0x01e6, "j"},
    {0x0131, "i"},  {0x0671, "ا"},  {0x0649, "ي"},  {0x0629, "ه"},  {0x06cc, "ي"},  {0x06a9, "ك"},
};

bool spelling_add(letters *to, span more) {
  if (more.len > sizeof to->data - to->len) { return false; }
  memcpy(to->data + to->len, more.data, more.len);
  to->len += more.len;
  return true;
}

/** Signs that stand inside words and carry no letter: apostrophes, hamza, tatweel. */
static bool is_silent(uint32_t point) {
  static const uint32_t signs[] = {'\'',   '`',    0xb4,   0x2018, 0x2019, 0x201b, 0x02bb, 0x02bc,
                                   0x02bd, 0x02be, 0x02bf, 0x02b9, 0x0621, 0x0640, 0x200c, 0x200d};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    if (point == signs[i]) { return true; }
  }
  return false;
}

static bool is_letter(uint32_t point) {
  return (point >= 'a' && point <= 'z') || (point >= 0x620 && point <= 0x64a && point != 0x640);
}

bool spelling_fold(uint32_t point, letters *to) {
  utf8proc_int32_t parts[8];
  int boundary = 0;
  if (point < 0x80 && ascii_letter((char)point)) {
    char small = ascii_lower((char)point);
    return spelling_add(to, (span){&small, 1});
  }
  for (size_t i = 0; i < sizeof kept_letters / sizeof *kept_letters; i++) {
    if (kept_letters[i].point == point) {
      return spelling_add(to, span_of(kept_letters[i].letters));
    }
  }
  if (is_silent(point)) { return true; }
  utf8proc_ssize_t count =
      utf8proc_decompose_char((utf8proc_int32_t)point, parts, 8,
                              UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                  UTF8PROC_STRIPMARK | UTF8PROC_IGNORE,
                              &boundary);
  if (count < 0 || count > 8) { return false; }
  for (utf8proc_ssize_t i = 0; i < count; i++) {
    char bytes[4];
    uint32_t part = (uint32_t)parts[i];
    if (is_silent(part)) { continue; }
    if (!is_letter(part)) { return false; }
    size_t length = utf8_encode(part, bytes);
    if (!spelling_add(to, (span){bytes, length})) { return false; }
  }
  return true;
}

unsigned spelling_digit(uint32_t point) {
  if (point >= '0' && point <= '9') { return point - '0'; }
  if (point >= 0x660 && point <= 0x669) { return point - 0x660; }
  if (point >= 0x6f0 && point <= 0x6f9) { return point - 0x6f0; }
  if (point >= 0xff10 && point <= 0xff19) { return point - 0xff10; }
  return 10;
}

/* The skeleton of a name: what its usual transliterations have in common. */

/** Spellings and their sounds, by the first letter, longest first. Source: how English, German,
 * Indonesian and Turkish write the Arabic letters. */
static const struct {
  char length; /* of `spelled`; 0 ends the row */
  char spelled[5];
  char skeleton;
} sounds[256][5] = {
    ['c'] = {{2, "ch", 'h'}, {1, "c", 'k'}},
    ['d'] = {{4, "dsch", 'i'}, {2, "dh", 'd'}, {2, "dz", 'd'}, {2, "dj", 'i'}},
    ['e'] = {{2, "ee", 'i'}, {1, "e", 'a'}},
    ['g'] = {{2, "gh", 'g'}},
    ['j'] = {{1, "j", 'i'}},
    ['k'] = {{2, "kh", 'h'}},
    ['o'] = {{1, "o", 'u'}},
    ['p'] = {{2, "ph", 'f'}},
    ['q'] = {{1, "q", 'k'}},
    ['s'] = {{3, "sch", 'x'}, {2, "sh", 'x'}, {2, "sy", 'x'}},
    ['t'] = {{2, "th", 's'}, {2, "ts", 's'}},
    ['v'] = {{1, "v", 'u'}},
    ['w'] = {{1, "w", 'u'}},
    ['y'] = {{1, "y", 'i'}},
    ['z'] = {{1, "z", 'd'}},
};

/** Takes the next sound off a name. */
static char next_sound(span *name) {
  unsigned char first = (unsigned char)name->data[0];
  for (size_t i = 0; sounds[first][i].length > 0; i++) {
    span spelled = {sounds[first][i].spelled, (size_t)sounds[first][i].length};
    if (!span_starts(*name, spelled)) { continue; }
    *name = span_skip(*name, spelled.len);
    return sounds[first][i].skeleton;
  }
  *name = span_skip(*name, 1);
  return (char)first;
}

/** True for the `h` or `t` at the end of a feminine noun, which is written or not. */
static bool is_feminine(char before, char last) {
  return before == 'a' && (last == 'h' || last == 't');
}

letters spelling_sounds(span name) {
  letters out = {.len = 0};
  while (name.len > 0) {
    char sound = next_sound(&name);
    if (out.len == 0 || out.data[out.len - 1] != sound) { out.data[out.len++] = sound; }
  }
  return out;
}

letters spelling_skeleton(span name) {
  letters out = spelling_sounds(name);
  if (out.len > 2 && is_feminine(out.data[out.len - 2], out.data[out.len - 1])) { out.len--; }
  return out;
}

span spelling_next(span *list) {
  span word = span_take(*list, span_find(*list, ' '));
  *list = span_skip(*list, word.len + 1);
  return word;
}

bool spelling_listed(const char *list, span word) {
  span rest = span_of(list);
  while (rest.len > 0) {
    if (span_equal(spelling_next(&rest), word)) { return true; }
  }
  return false;
}
