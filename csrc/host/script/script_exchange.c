#include "host/script/script_exchange.h"

#include <lauxlib.h>

#include "base/ascii.h"
#include "host/script/call.h"
#include "host/script/lua_host.h"
#include "host/script/script_stream.h"
#include "host/wire/address.h"
#include "host/wire/uri.h"

/* ---- a request ---- */

static void set_span(lua_State *L, const char *name, span text) {
  lua_pushlstring(L, text.data, text.len);
  lua_setfield(L, -2, name);
}

static void set_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static bool same_name(const guard *g, uint32_t i, uint32_t k) {
  return span_equal(guard_span(g, g->fields[i].name), guard_span(g, g->fields[k].name));
}

/* Pushes the values of all fields of a name, joined in the order they came (RFC 9110 section 5.3).
 */
static void push_joined(lua_State *L, const guard *g, uint32_t of) {
  luaL_Buffer joined;
  const char *between = "";
  luaL_buffinit(L, &joined);
  for (uint32_t i = 0; i < g->count; i++) {
    if (!same_name(g, i, of)) { continue; }
    span value = guard_span(g, g->fields[i].value);
    luaL_addstring(&joined, between);
    luaL_addlstring(&joined, value.data, value.len);
    between = ", ";
  }
  luaL_pushresult(&joined);
}

/* Whether exactly one field before has the name of this one: then all of them are to be joined. */
static bool is_second(const guard *g, uint32_t i) {
  unsigned before = 0;
  for (uint32_t k = 0; k < i; k++) { before += same_name(g, k, i); }
  return before == 1;
}

static void push_headers(lua_State *L, const guard *g) {
  lua_createtable(L, 0, (int)g->count);
  for (uint32_t i = 0; i < g->count; i++) {
    span name = guard_span(g, g->fields[i].name), value = guard_span(g, g->fields[i].value);
    lua_pushlstring(L, name.data, name.len);
    lua_pushvalue(L, -1);
    bool first = lua_rawget(L, -3) == LUA_TNIL;
    lua_pop(L, 1);
    if (first) {
      lua_pushlstring(L, value.data, value.len);
    } else if (is_second(g, i)) {
      push_joined(L, g, i);
    } else {
      lua_pop(L, 1);
      continue;
    }
    lua_rawset(L, -3);
  }
  luaL_setmetatable(L, LUA_HOST_HEADERS);
}

void script_push_request(lua_State *L, const script *s, const request *asked) {
  const guard *g = asked->guard;
  char address[ADDRESS_TEXT];
  address_write(&asked->client, address);
  lua_createtable(L, 0, 12);
  set_text(L, "id", asked->id);
  set_text(L, "address", address);
  push_headers(L, g);
  lua_setfield(L, -2, "headers");
  const char *coding = coding_name(asked->coding);
  if (coding != NULL) { set_text(L, "coding", coding); }
  if (!g->line_read) { return; }
  if (asked->origin > 0) { set_span(L, "origin", guard_value(g, SPAN("origin"))); }
  set_span(L, "method", guard_span(g, g->method));
  set_span(L, "raw_target", guard_span(g, g->target));
  set_span(L, "path", guard_path(g));
  if (g->has_query) { set_span(L, "query", guard_span(g, g->query)); }
  if (g->has_body) { set_span(L, "body", guard_span(g, g->body)); }
  lua_rawgeti(L, LUA_REGISTRYINDEX, s->publication);
  lua_setfield(L, -2, "publication");
}

/* ---- an answer ---- */

enum { NAME = 1, VALUE = 2 }; /* places in the pair of a header field */

static const char bad_header[] = "a response header is not a pair of strings without control bytes";
static const char bad_name[] = "`%s` is no name of a header field";
static const char bad_body[] = "the body of a response is not a string, nor a list of strings";

/* Strings stay alive through the response table, which stays on the stack. */
static const char *header_text(lua_State *L, int position, size_t *bytes) {
  span text = {NULL, 0};
  if (lua_rawgeti(L, -1, position) == LUA_TSTRING) { text.data = lua_tolstring(L, -1, &text.len); }
  if (text.data == NULL) {
    luaL_error(L, bad_header);
  } else if (position == NAME ? !uri_token(text) : ascii_any_control(text)) {
    luaL_error(L, position == NAME ? bad_name : bad_header, text.data);
  }
  lua_pop(L, 1);
  *bytes += text.len;
  return text.data;
}

static void read_headers(lua_State *L, int response, reply *answer) {
  size_t bytes = 0;
  if (lua_getfield(L, response, "headers") != LUA_TTABLE) {
    luaL_error(L, "a response has no table \"headers\"");
  }
  lua_Unsigned count = lua_rawlen(L, -1);
  if (count > REPLY_HEADERS) {
    luaL_error(L, "a response has more than %d headers", REPLY_HEADERS);
  }
  answer->count = (size_t)count;
  for (size_t i = 0; i < answer->count; i++) {
    if (lua_rawgeti(L, -1, (lua_Integer)i + 1) != LUA_TTABLE) { luaL_error(L, bad_header); }
    answer->headers[i].name = header_text(L, NAME, &bytes);
    answer->headers[i].value = header_text(L, VALUE, &bytes);
    bytes += sizeof ": \r\n" - 1;
    lua_pop(L, 1);
  }
  if (bytes > REPLY_HEADER_BYTES) {
    luaL_error(L, "the headers of a response exceed %d bytes", REPLY_HEADER_BYTES);
  }
  lua_pop(L, 1);
}

/* The texts of a list are joined here: a string of all of them would be made only to be dropped. */
static span join_texts(lua_State *L, script *s) {
  lua_Unsigned count = lua_rawlen(L, -1);
  buffer *out = &s->spare;
  buffer_clear(out);
  for (lua_Unsigned i = 1; i <= count; i++) {
    span text;
    if (lua_rawgeti(L, -1, (lua_Integer)i) != LUA_TSTRING) { luaL_error(L, bad_body); }
    text.data = lua_tolstring(L, -1, &text.len);
    if (text.len <= s->memory.limit - out->len) {
      buffer_append(out, text);
    } else {
      out->failed = true;
    }
    lua_pop(L, 1);
    if (out->failed) { luaL_error(L, "not enough memory for the body of a response"); }
  }
  return buffer_span(out);
}

static void read_body(lua_State *L, reply *answer) {
  int top = lua_gettop(L);
  answer->body = SPAN("");
  switch (lua_type(L, -1)) {
    case LUA_TNIL: break;
    case LUA_TSTRING: answer->body.data = lua_tolstring(L, -1, &answer->body.len); break;
    case LUA_TTABLE:
      lua_pushnil(L);
      if (lua_rawlen(L, -2) == 0 && lua_next(L, -2)) {
        luaL_error(L, "the body of a response is a table, but no list; return it for JSON");
      }
      lua_settop(L, top);
      answer->body = join_texts(L, script_of(L));
      break;
    default: luaL_error(L, bad_body);
  }
}

/* What app.lua notes in a response. Its key stays alive with it; without one, nothing is kept that
   the other notes are of. */
static void read_notes(lua_State *L, reply *answer) {
  answer->counted = call_flag(L, "counted");
  answer->unmodified = call_flag(L, "unmodified");
  answer->recalled = false;
  answer->kept_for = 0;
  lua_getfield(L, -1, "key");
  answer->key.data = lua_tolstring(L, -1, &answer->key.len);
  lua_pop(L, 1);
  if (answer->key.data == NULL) {
    answer->key = SPAN("");
    return;
  }
  answer->recalled = call_flag(L, "recalled");
  answer->kept_for = (uint32_t)call_number(L, "kept_for");
}

void script_read_reply(lua_State *L, int response, const char *id, reply *answer) {
  luaL_checktype(L, response, LUA_TTABLE);
  uint64_t status = call_number(L, "status");
  if (status < 200 || status > 599) { luaL_error(L, "a response has no status of 200 to 599"); }
  answer->status = (int)status;
  read_headers(L, response, answer);
  lua_getfield(L, response, "body");
  read_body(L, answer);
  lua_pop(L, 1);
  if (lua_getfield(L, response, "stream") == LUA_TFUNCTION) {
    answer->source = script_stream(script_of(L), L, id);
  } else {
    lua_pop(L, 1);
  }
  read_notes(L, answer);
}
