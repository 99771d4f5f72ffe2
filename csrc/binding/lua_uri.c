/** Percent-encoding and query strings for Lua (RFC 3986, and `+` for a space as forms send it):
 * `svc.escape_uri`, `svc.decode_uri`, `svc.parse_query`. */
#include "base/ascii.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "binding/modules.h"

static bool is_unreserved(char byte) {
  return ascii_letter(byte) || ascii_digit(byte) || byte == '-' || byte == '.' || byte == '_' ||
         byte == '~';
}

/* svc.escape_uri(text, kept) -> text with each byte encoded that is neither unreserved nor kept */
static int escape_uri(lua_State *L) {
  static const char digits[] = "0123456789ABCDEF";
  span text = lua_check_span(L, 1), kept = lua_isnoneornil(L, 2) ? SPAN("") : lua_check_span(L, 2);
  luaL_Buffer escaped;
  char *start = luaL_buffinitsize(L, &escaped, 3 * text.len), *out = start;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char byte = (unsigned char)text.data[i];
    if (is_unreserved(text.data[i]) || span_find(kept, text.data[i]) < kept.len) {
      *out++ = text.data[i];
      continue;
    }
    *out++ = '%';
    *out++ = digits[byte >> 4];
    *out++ = digits[byte & 0xf];
  }
  luaL_pushresultsize(&escaped, (size_t)(out - start));
  return 1;
}

/* Why a text cannot be decoded, to be read after its name. */
static const char not_encoded[] = "is not percent-encoded: each `%` takes two hexadecimal digits";
static const char not_utf8[] = "is not valid UTF-8";
static const char has_nul[] = "contains the character NUL";

/* The byte that begins at `at`: itself, or what two digits behind a `%` stand for.
   @return the bytes it takes; 0 where there are no such digits */
static size_t read_byte(span text, size_t at, char *out) {
  *out = text.data[at];
  if (*out != '%') { return 1; }
  int high = text.len - at < 3 ? -1 : hex_value(text.data[at + 1]);
  int low = high < 0 ? -1 : hex_value(text.data[at + 2]);
  if (low < 0) { return 0; }
  *out = (char)(high << 4 | low);
  return 3;
}

/* Decodes into `out`, which has room for as many bytes.
   @return the bytes of `out`; absent, with `*reason` set, where the text cannot be decoded */
static span decode(span text, char *out, const char **reason) {
  size_t length = 0, taken;
  for (size_t i = 0; i < text.len; i += taken, length++) {
    taken = read_byte(text, i, &out[length]);
    if (taken == 0) { return *reason = not_encoded, (span){NULL, 0}; }
  }
  span decoded = {out, length};
  if (!utf8_valid(decoded)) { return *reason = not_utf8, (span){NULL, 0}; }
  if (span_find(decoded, '\0') < length) { return *reason = has_nul, (span){NULL, 0}; }
  return decoded;
}

/* svc.decode_uri(text) -> text, or nil and the reason */
static int decode_uri(lua_State *L) {
  span text = lua_check_span(L, 1);
  const char *reason;
  luaL_Buffer decoded_text;
  span decoded = decode(text, luaL_buffinitsize(L, &decoded_text, text.len), &reason);
  if (decoded.data == NULL) { return lua_refuse(L, reason); }
  luaL_pushresultsize(&decoded_text, decoded.len);
  return 1;
}

/* Pushes a name or a value of a query, decoded into `space`. @return false with the reason */
static bool push_piece(lua_State *L, span text, char *space, const char **reason) {
  bool plain = memchr(text.data, '%', text.len) == NULL && memchr(text.data, '+', text.len) == NULL;
  if (plain && utf8_valid(text) && span_find(text, '\0') == text.len) {
    lua_pushlstring(L, text.data, text.len);
    return true;
  }
  char *spaced = space + text.len;
  for (size_t i = 0; i < text.len; i++) { spaced[i] = text.data[i] == '+' ? ' ' : text.data[i]; }
  span decoded = decode((span){spaced, text.len}, space, reason);
  if (decoded.data == NULL) { return false; }
  lua_pushlstring(L, decoded.data, decoded.len);
  return true;
}

/* Appends the value at the top to the list of the name below it, in the table `values`; takes both
   off. */
static void add_value(lua_State *L, int values) {
  lua_pushvalue(L, -2);
  if (lua_rawget(L, values) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_createtable(L, 1, 0);
    lua_pushvalue(L, -3);
    lua_pushvalue(L, -2);
    lua_rawset(L, values);
  }
  lua_insert(L, -2);
  lua_append(L);
  lua_pop(L, 2);
}

/* Leaves nil and the reason at the top. @return 2 */
static int refuse_top(lua_State *L) {
  lua_pushnil(L);
  lua_insert(L, -2);
  return 2;
}

/* svc.parse_query(query) -> name -> list of values, or nil and the reason, a sentence. Empty pieces
   between `&` are skipped. */
static int parse_query(lua_State *L) {
  span rest = lua_isnoneornil(L, 1) ? SPAN("") : lua_check_span(L, 1);
  const char *reason;
  char few[512], *space = rest.len <= sizeof few / 2 ? few : lua_newuserdatauv(L, 2 * rest.len, 0);
  lua_createtable(L, 0, rest.len > 0 ? 2 : 0); /* most have no more; it grows where one has */
  int values = lua_gettop(L);
  while (rest.len > 0) {
    span piece = span_take(rest, span_find(rest, '&'));
    rest = span_skip(rest, piece.len + 1);
    if (piece.len == 0) { continue; }
    span name = span_take(piece, span_find(piece, '='));
    if (!push_piece(L, name, space, &reason)) {
      lua_pushfstring(L, "A parameter name %s.", reason);
      return refuse_top(L);
    }
    if (!push_piece(L, span_skip(piece, name.len + 1), space, &reason)) {
      lua_pushfstring(L, "The value of `%s` %s.", lua_tostring(L, -1), reason);
      return refuse_top(L);
    }
    add_value(L, values);
  }
  return 1;
}

static const luaL_Reg functions[] = {
    {"decode_uri", decode_uri},
    {"escape_uri", escape_uri},
    {"parse_query", parse_query},
    {NULL, NULL},
};

void lua_open_uri(lua_State *L) { luaL_setfuncs(L, functions, 0); }
