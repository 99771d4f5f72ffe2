/* Derived from lstrlib.c of Lua 5.4, Copyright (C) 1994-2023 Lua.org, PUC-Rio (see LICENSE). Lua's
   own matcher takes time without end for some patterns and subjects; this one gives the same
   results, and counts what it does. */
#include "host/script/library.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

#include "host/script/script_work.h"

enum {
  CAPTURES = 32,
  DEPTH = 200, /* calls within each other */
  UNFINISHED = -1,
  POSITION = -2,
  ESCAPE = '%'
};

/* A match of a pattern at a place of a subject. */
typedef struct matcher {
  work work;
  const char *subject, *subject_end, *pattern_end;
  int depth; /* calls that are left */
  int level; /* captures, finished or not */
  struct {
    const char *start;
    ptrdiff_t length;
  } capture[CAPTURES];
} matcher;

static inline int byte_of(char c) { return (unsigned char)c; }

static const char *match_here(matcher *m, const char *s, const char *p);

/* ---- classes of characters ---- */

/* The end of a set that begins at `p`, behind its bracket. */
static const char *set_end(matcher *m, const char *p) {
  if (*p == '^') { p++; }
  do {
    work_turn(&m->work);
    if (p == m->pattern_end) { luaL_error(m->work.L, "malformed pattern (missing ']')"); }
    if (*p++ == ESCAPE && p < m->pattern_end) { p++; }
  } while (*p != ']');
  return p + 1;
}

/* The end of the class at `p`. */
static const char *class_end(matcher *m, const char *p) {
  char c = *p++;
  if (c == ESCAPE) {
    if (p == m->pattern_end) { luaL_error(m->work.L, "malformed pattern (ends with '%%')"); }
    return p + 1;
  }
  return c == '[' ? set_end(m, p) : p;
}

static bool is_of_class(int c, int letter) {
  bool found;
  switch (tolower(letter)) {
    case 'a': found = isalpha(c); break;
    case 'c': found = iscntrl(c); break;
    case 'd': found = isdigit(c); break;
    case 'g': found = isgraph(c); break;
    case 'l': found = islower(c); break;
    case 'p': found = ispunct(c); break;
    case 's': found = isspace(c); break;
    case 'u': found = isupper(c); break;
    case 'w': found = isalnum(c); break;
    case 'x': found = isxdigit(c); break;
    case 'z': found = c == 0; break; /* which Lua still knows */
    default: return letter == c;
  }
  return isupper(letter) ? !found : found;
}

/* True when the set from its bracket at `p` to the closing one at `end` has `c`. */
static bool is_of_set(matcher *m, int c, const char *p, const char *end) {
  bool sense = true;
  if (p[1] == '^') {
    sense = false;
    p++;
  }
  while (++p < end) {
    work_turn(&m->work);
    if (*p == ESCAPE) {
      p++;
      if (is_of_class(c, byte_of(*p))) { return sense; }
    } else if (p[1] == '-' && p + 2 < end) {
      p += 2;
      if (byte_of(p[-2]) <= c && c <= byte_of(*p)) { return sense; }
    } else if (byte_of(*p) == c) {
      return sense;
    }
  }
  return !sense;
}

/* True when the byte at `s` is of the class from `p` to `end`. */
static bool is_single(matcher *m, const char *s, const char *p, const char *end) {
  work_turn(&m->work);
  if (s >= m->subject_end) { return false; }
  int c = byte_of(*s);
  switch (*p) {
    case '.': return true;
    case ESCAPE: return is_of_class(c, byte_of(p[1]));
    case '[': return is_of_set(m, c, p, end - 1);
    default: return byte_of(*p) == c;
  }
}

/* ---- items of a pattern ---- */

/* %bxy, whose two bytes are at `p`. */
static const char *match_balance(matcher *m, const char *s, const char *p) {
  if (p >= m->pattern_end - 1) {
    luaL_error(m->work.L, "malformed pattern (missing arguments to '%%b')");
  }
  if (s >= m->subject_end || *s != *p) { return NULL; }
  int open = 1;
  while (++s < m->subject_end) {
    work_turn(&m->work);
    if (*s == p[1]) {
      if (--open == 0) { return s + 1; }
    } else if (*s == *p) {
      open++;
    }
  }
  return NULL;
}

/* As many of the class as there are, then fewer, until the rest of the pattern matches. */
static const char *match_most(matcher *m, const char *s, const char *p, const char *end) {
  ptrdiff_t i = 0;
  while (is_single(m, s + i, p, end)) { i++; }
  for (; i >= 0; i--) {
    const char *found = match_here(m, s + i, end + 1);
    if (found != NULL) { return found; }
  }
  return NULL;
}

static const char *match_fewest(matcher *m, const char *s, const char *p, const char *end) {
  for (;; s++) {
    const char *found = match_here(m, s, end + 1);
    if (found != NULL) { return found; }
    if (!is_single(m, s, p, end)) { return NULL; }
  }
}

static const char *begin_capture(matcher *m, const char *s, const char *p, int kind) {
  if (m->level >= CAPTURES) { luaL_error(m->work.L, "too many captures"); }
  m->capture[m->level].start = s;
  m->capture[m->level].length = kind;
  m->level++;
  const char *found = match_here(m, s, p);
  if (found == NULL) { m->level--; }
  return found;
}

static const char *end_capture(matcher *m, const char *s, const char *p) {
  int l = m->level - 1;
  while (l >= 0 && m->capture[l].length != UNFINISHED) { l--; }
  if (l < 0) { luaL_error(m->work.L, "invalid pattern capture"); }
  m->capture[l].length = s - m->capture[l].start;
  const char *found = match_here(m, s, p);
  if (found == NULL) { m->capture[l].length = UNFINISHED; }
  return found;
}

/* %1: the bytes of a capture again. */
static const char *match_again(matcher *m, const char *s, int digit) {
  int l = digit - '1';
  if (l < 0 || l >= m->level || m->capture[l].length == UNFINISHED) {
    luaL_error(m->work.L, "invalid capture index %%%d", l + 1);
  }
  size_t length = (size_t)m->capture[l].length;
  if (length > (size_t)(m->subject_end - s)) { return NULL; }
  work_turns(&m->work, length / 16);
  return memcmp(m->capture[l].start, s, length) == 0 ? s + length : NULL;
}

/* %f[set], whose bracket is at `p`. @return the end of the set where it matches, else NULL */
static const char *match_frontier(matcher *m, const char *s, const char *p) {
  if (*p != '[') { luaL_error(m->work.L, "missing '[' after '%%f' in pattern"); }
  const char *end = class_end(m, p);
  int before = s == m->subject ? '\0' : byte_of(s[-1]);
  bool found = !is_of_set(m, before, p, end - 1) && is_of_set(m, byte_of(*s), p, end - 1);
  return found ? end : NULL;
}

/* Matches the item at `*p`. @return true: the pattern goes on at `*p` and `*s`; false: `*s` is the
   end of the whole match, NULL where there is none */
static bool match_item(matcher *m, const char **s, const char **p) {
  const char *end = class_end(m, *p);
  const char *found;
  if (!is_single(m, *s, *p, end)) {
    bool optional = *end == '*' || *end == '?' || *end == '-';
    *s = optional ? *s : NULL;
    *p = end + 1;
    return optional;
  }
  switch (*end) {
    case '?':
      found = match_here(m, *s + 1, end + 1);
      *s = found != NULL ? found : *s;
      *p = end + 1;
      return found == NULL;
    case '+': *s = match_most(m, *s + 1, *p, end); return false;
    case '*': *s = match_most(m, *s, *p, end); return false;
    case '-': *s = match_fewest(m, *s, *p, end); return false;
    default:
      ++*s;
      *p = end;
      return true;
  }
}

/* As match_item, of what begins with an escape. */
static bool match_escape(matcher *m, const char **s, const char **p) {
  const char *end;
  switch ((*p)[1]) {
    case 'b':
      *s = match_balance(m, *s, *p + 2);
      *p += 4;
      return *s != NULL;
    case 'f':
      end = match_frontier(m, *s, *p + 2);
      *s = end == NULL ? NULL : *s;
      *p = end;
      return *s != NULL;
    default:
      if (!isdigit(byte_of((*p)[1]))) { return match_item(m, s, p); }
      *s = match_again(m, *s, byte_of((*p)[1]));
      *p += 2;
      return *s != NULL;
  }
}

/* The end of the match of the pattern at `p` with the subject at `s`, or NULL. */
static const char *match_here(matcher *m, const char *s, const char *p) {
  bool more = true;
  if (m->depth-- == 0) { luaL_error(m->work.L, "pattern too complex"); }
  while (more && p != m->pattern_end) {
    work_turn(&m->work);
    switch (*p) {
      case '(':
        s = p[1] == ')' ? begin_capture(m, s, p + 2, POSITION)
                        : begin_capture(m, s, p + 1, UNFINISHED);
        more = false;
        break;
      case ')':
        s = end_capture(m, s, p + 1);
        more = false;
        break;
      case '$':
        if (p + 1 == m->pattern_end) {
          s = s == m->subject_end ? s : NULL;
          more = false;
        } else {
          more = match_item(m, &s, &p);
        }
        break;
      case ESCAPE: more = match_escape(m, &s, &p); break;
      default: more = match_item(m, &s, &p); break;
    }
  }
  m->depth++;
  return s;
}

/* ---- captures ---- */

/* Pushes capture `l` of the match from `s` to `end`. */
static void push_capture(matcher *m, int l, const char *s, const char *end) {
  lua_State *L = m->work.L;
  if (l >= m->level) {
    if (l != 0) { luaL_error(L, "invalid capture index %%%d", l + 1); }
    lua_pushlstring(L, s, (size_t)(end - s)); /* the whole match */
    return;
  }
  ptrdiff_t length = m->capture[l].length;
  if (length == UNFINISHED) { luaL_error(L, "unfinished capture"); }
  if (length == POSITION) {
    lua_pushinteger(L, m->capture[l].start - m->subject + 1);
  } else {
    lua_pushlstring(L, m->capture[l].start, (size_t)length);
  }
}

/* @param s NULL: nothing is pushed where there are no captures @return how many were pushed */
static int push_captures(matcher *m, const char *s, const char *end) {
  int count = m->level == 0 && s != NULL ? 1 : m->level;
  luaL_checkstack(m->work.L, count, "too many captures");
  for (int i = 0; i < count; i++) { push_capture(m, i, s, end); }
  return count;
}

/* ---- find, match ---- */

static matcher matcher_of(lua_State *L, const char *s, size_t length, const char *p,
                          size_t pattern_length) {
  return (matcher){.work = work_begin(L),
                   .subject = s,
                   .subject_end = s + length,
                   .pattern_end = p + pattern_length,
                   .depth = DEPTH};
}

static const char *match_again_from(matcher *m, const char *s, const char *p) {
  m->level = 0;
  m->depth = DEPTH;
  return match_here(m, s, p);
}

static bool is_plain(const char *p, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (p[i] != '\0' && strchr("^$*+?.([%-", p[i]) != NULL) { return false; }
  }
  return true;
}

/* The place, from 0, that argument `index` names; Lua counts from 1, and from the end below 0. */
static size_t start_of(lua_State *L, int index, size_t length) {
  lua_Integer at = luaL_optinteger(L, index, 1);
  if (at > 0) { return (size_t)at - 1; }
  return at == 0 || at < -(lua_Integer)length ? 0 : length - (size_t)-at;
}

static int find_plain(lua_State *L, const char *s, size_t length, size_t from, const char *p,
                      size_t pattern_length) {
  const char *found = memmem(s + from, length - from, p, pattern_length);
  if (found == NULL) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, found - s + 1);
  lua_pushinteger(L, found - s + (lua_Integer)pattern_length);
  return 2;
}

static int search(lua_State *L, bool find) {
  size_t length, pattern_length;
  const char *s = luaL_checklstring(L, 1, &length), *p = luaL_checklstring(L, 2, &pattern_length);
  size_t from = start_of(L, 3, length);
  if (from > length) {
    lua_pushnil(L);
    return 1;
  }
  if (find && (lua_toboolean(L, 4) || is_plain(p, pattern_length))) {
    return find_plain(L, s, length, from, p, pattern_length);
  }
  matcher m = matcher_of(L, s, length, p, pattern_length);
  bool anchored = *p == '^';
  p += anchored;
  for (const char *at = s + from; at <= m.subject_end; at++) {
    const char *end = match_again_from(&m, at, p);
    if (end != NULL && find) {
      lua_pushinteger(L, at - s + 1);
      lua_pushinteger(L, end - s);
      return push_captures(&m, NULL, NULL) + 2;
    }
    if (end != NULL) { return push_captures(&m, at, end); }
    if (anchored) { break; }
  }
  lua_pushnil(L);
  return 1;
}

int library_find(lua_State *L) { return search(L, true); }
int library_match(lua_State *L) { return search(L, false); }

/* ---- gmatch ---- */

typedef struct iteration {
  matcher matcher;
  const char *at, *pattern, *last; /* end of the last match, or NULL */
} iteration;

static int next_match(lua_State *L) {
  iteration *i = lua_touserdata(L, lua_upvalueindex(3));
  i->matcher.work = work_begin(L);
  for (; i->at <= i->matcher.subject_end; i->at++) {
    const char *start = i->at, *end = match_again_from(&i->matcher, start, i->pattern);
    if (end != NULL && end != i->last) {
      i->at = i->last = end;
      return push_captures(&i->matcher, start, end);
    }
  }
  return 0;
}

int library_gmatch(lua_State *L) {
  size_t length, pattern_length;
  const char *s = luaL_checklstring(L, 1, &length), *p = luaL_checklstring(L, 2, &pattern_length);
  size_t from = start_of(L, 3, length);
  lua_settop(L, 2);
  iteration *i = lua_newuserdatauv(L, sizeof *i, 0);
  *i = (iteration){matcher_of(L, s, length, p, pattern_length),
                   s + (from > length ? length + 1 : from), p, NULL};
  lua_pushcclosure(L, next_match, 3);
  return 1;
}

/* ---- gsub ---- */

/* Adds the text of argument 3, with what its escapes stand for. */
static void add_text(matcher *m, luaL_Buffer *out, const char *s, const char *end) {
  lua_State *L = m->work.L;
  size_t length;
  const char *text = lua_tolstring(L, 3, &length), *p;
  while ((p = memchr(text, ESCAPE, length)) != NULL) {
    work_turn(&m->work);
    luaL_addlstring(out, text, (size_t)(p - text));
    p++;
    if (*p == ESCAPE) {
      luaL_addchar(out, *p);
    } else if (*p == '0') {
      luaL_addlstring(out, s, (size_t)(end - s));
    } else if (isdigit(byte_of(*p))) {
      push_capture(m, *p - '1', s, end);
      luaL_addvalue(out);
    } else {
      luaL_error(L, "invalid use of '%c' in replacement string", ESCAPE);
    }
    length -= (size_t)(p + 1 - text);
    text = p + 1;
  }
  work_turns(&m->work, length / 16);
  luaL_addlstring(out, text, length);
}

/* Adds what stands in the place of a match. @return false where that is the match itself */
static bool add_value(matcher *m, luaL_Buffer *out, const char *s, const char *end, int kind) {
  lua_State *L = m->work.L;
  if (kind == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(m, s, end), 1);
  } else if (kind == LUA_TTABLE) {
    push_capture(m, 0, s, end);
    lua_gettable(L, 3);
  } else {
    add_text(m, out, s, end);
    return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(out, s, (size_t)(end - s));
    return false;
  }
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  luaL_addvalue(out);
  return true;
}

int library_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *s = luaL_checklstring(L, 1, &length), *p = luaL_checklstring(L, 2, &pattern_length);
  const char *last = NULL;
  int kind = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
  bool changed = false, anchored = *p == '^';
  luaL_argexpected(
      L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE,
      3, "string/function/table");
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  matcher m = matcher_of(L, s, length, p, pattern_length);
  p += anchored;
  while (count < most) {
    const char *end = match_again_from(&m, s, p);
    if (end != NULL && end != last) {
      count++;
      changed |= add_value(&m, &out, s, end, kind);
      s = last = end;
    } else if (s < m.subject_end) {
      luaL_addchar(&out, *s++);
    } else {
      break;
    }
    if (anchored) { break; }
  }
  if (changed) {
    luaL_addlstring(&out, s, (size_t)(m.subject_end - s));
    luaL_pushresult(&out);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}
