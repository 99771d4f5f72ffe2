#include "search/title.h"

#include "base/bytes.h"
#include "search/format.h"
#include "text/token.h"

/* FNV-1a of 64 bits. */
static uint64_t add_bytes(uint64_t hash, span bytes) {
  for (size_t i = 0; i < bytes.len; i++) {
    hash = (hash ^ (unsigned char)bytes.data[i]) * 0x100000001B3u;
  }
  return hash;
}

size_t title_key(span text, char key[TITLE_KEY]) {
  token_reader r;
  token t;
  uint64_t hash = 0xCBF29CE484222325u;
  char bytes[8];
  token_begin(&r, text);
  while (token_next(&r, &t)) {
    char plain[FOLD_MAX];
    size_t len = t.traits & FOLD_WIDE && !(t.traits & FOLD_ARABIC) ? fold_marks(t.key, plain) : 0;
    if (t.kind == TOKEN_IDENTIFIER) {
      continue;
    }
    hash = add_bytes(hash, len > 0 ? (span){plain, len} : t.key);
    hash = add_bytes(hash, SPAN(" "));
  }
  if (r.position == 0) {
    return 0;
  }
  store_u64le(bytes, hash ^ hash >> 48);
  key[0] = FORMAT_TITLE;
  memcpy(key + 1, bytes, TITLE_KEY - 1);
  return TITLE_KEY;
}
