/** Fuzz target: what a script may answer. The input is a program (support/script/lua/host/boot.lua)
 * that makes an answer of any values and calls the functions of the host; its first byte says in
 * which pieces a stream is read, and whether its script is replaced meanwhile. Whatever it makes,
 * the answer can be sent: its status, its header fields and the bytes of its body are in bounds, a
 * stream ends or waits, and the next request is answered. */
#include "host/script/script.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "host/script/lua_aux.h"
#include "host/script/script_exchange.h"
#include "host/wire/http.h"
#include "host/wire/uri.h"
#include "support/quiet.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
int luaopen_svc(lua_State *L);

enum { READS = 200, MEMORY = 4 << 20, INSTRUCTIONS = 200000, SHARED = 1 << 20, PIECE = 64 };

/* Stubs of libmicrohttpd. */
void http_wake_one(const request *asked) { (void)asked; }
const reply *http_prepared(const prepared *answer) {
  (void)answer;
  abort(); /* none is kept */
}
void http_prepared_free(prepared *answer) { (void)answer; }

static home place;
static settings options;
static edge nobody;
static metrics_worker counts;
static script_deps deps;
static volatile size_t touched;

static void expect(bool condition) {
  if (!condition) { abort(); }
}

static int search_native(lua_State *L) {
  lua_pushcfunction(L, luaopen_svc);
  return 1;
}

/* The modules in C are linked in. */
static int replace_searcher(lua_State *L) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "searchers");
  lua_pushcfunction(L, search_native);
  lua_rawseti(L, -2, 3);
  return 0;
}

static script *open_script(void) {
  fault why;
  bundle *files = bundle_collect(-1);
  expect(files != NULL && bundle_add_folder(files, place.root, "lua", true));
  expect(configuration_put(files, SPAN("return {}")));
  script *s = script_open(&deps, files, &why);
  if (s == NULL) {
    fprintf(stderr, "%s\n", why.text);
    abort();
  }
  return s;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  fault why;
  (void)argc, (void)argv;
  quiet_log();
  expect(realpath("spec/proof/fuzz/support/script", place.root) != NULL);
  lua_State *L = home_state(&place);
  lua_pushcfunction(L, replace_searcher);
  expect(aux_pcall(L, 0, 0, &why) && natives_find(L, &why));
  options =
      (settings){.place = &place, .script_memory = MEMORY, .script_instructions = INSTRUCTIONS};
  deps = (script_deps){
      .options = &options, .edge = &nobody, .dict = dict_open(SHARED), .metrics = &counts};
  expect(deps.dict != NULL);
  return 0;
}

static void check_reply(const reply *answer) {
  size_t bytes = 0;
  expect(answer->status >= 200 && answer->status <= 599 && answer->count <= REPLY_HEADERS);
  for (size_t i = 0; i < answer->count; i++) {
    span name = span_of(answer->headers[i].name), value = span_of(answer->headers[i].value);
    expect(uri_token(name) && !ascii_any_control(value));
    expect(!ascii_same(name, SPAN("content-length")));
    bytes += name.len + value.len;
  }
  expect(bytes <= REPLY_HEADER_BYTES && !answer->later);
  for (size_t i = 0; i < answer->body.len; i++) { touched += (unsigned char)answer->body.data[i]; }
  for (size_t i = 0; i < answer->key.len; i++) { touched += (unsigned char)answer->key.data[i]; }
}

/* @return false when its script was closed, which its end then closes */
static bool read_stream(script *s, stream *source, unsigned how) {
  char piece[PIECE];
  size_t size = how % PIECE + 1;
  bool open = true;
  for (unsigned i = 0; i < READS; i++) {
    long count = source->read(source, piece, size);
    expect(count >= STREAM_FAILED && count <= (long)size);
    if (count < 0) { break; }
    for (long k = 0; k < count; k++) { touched += (unsigned char)piece[k]; }
    if (i == how / PIECE && open && (how & 1) != 0) {
      script_close(s);
      open = false;
    }
  }
  source->close(source);
  return open;
}

static void receive(guard *g, span body) {
  char head[128];
  uint32_t room;
  snprintf(head, sizeof head, "POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: %zu\r\n\r\n",
           body.len);
  span parts[] = {span_of(head), body};
  for (int i = 0; i < 2; i++) {
    while (parts[i].len > 0) {
      guard_step(g);
      char *at = guard_space(g, &room);
      span piece = span_take(parts[i], room);
      expect(at != NULL);
      memcpy(at, piece.data, piece.len);
      guard_received(g, (uint32_t)piece.len);
      parts[i] = span_skip(parts[i], piece.len);
    }
  }
  expect(guard_step(g) == GUARD_COMPLETE);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  static script *s;
  guard *g = calloc(1, sizeof *g);
  request asked = {.guard = g, .id = "a", .client.s6_addr = {[15] = 1}};
  reply answer = {0};
  bool open = true;
  if (size == 0 || size > 4096) {
    free(g);
    return 0;
  }
  expect(g != NULL);
  receive(g, (span){(const char *)data + 1, size - 1});
  if (s == NULL) { s = open_script(); }
  script_handle(s, &asked, false, &answer);
  check_reply(&answer);
  if (answer.source != NULL) { open = read_stream(s, answer.source, data[0]); }
  script_forget(&asked);
  if (open && answer.status != 204) {
    const script_event event = {&asked, answer.status, answer.body.len, 1, false};
    script_log(s, &event);
  }
  if (open && script_exhausted(s)) {
    script_close(s);
    open = false;
  }
  if (!open) { s = NULL; }
  guard_free(g);
  free(g);
  return 0;
}
