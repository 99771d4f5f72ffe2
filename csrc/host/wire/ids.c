#include "host/wire/ids.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#include "base/ascii.h"
#include "base/escape.h"

/* Random bytes are fetched in blocks: one system call serves many ids. */
static unsigned char pool[4096];
static size_t used = sizeof pool;

void id_forget(void) { used = sizeof pool; }

static void fill_pool(void) {
  for (size_t have = 0; have < sizeof pool;) {
    ssize_t got = getrandom(pool + have, sizeof pool - have, 0);
    if (got < 0 && errno == EINTR) { continue; /* a signal may interrupt a read of this length */ }
    if (got < 0) { abort(); }
    have += (size_t)got;
  }
  used = 0;
}

void id_new(char out[ID_LENGTH + 1]) {
  unsigned char bytes[16];
  char digits[2 * sizeof bytes + 1];
  if (sizeof pool - used < sizeof bytes) { fill_pool(); }
  memcpy(bytes, pool + used, sizeof bytes);
  used += sizeof bytes;
  bytes[6] = (unsigned char)((bytes[6] & 0x0f) | 0x40);
  bytes[8] = (unsigned char)((bytes[8] & 0x3f) | 0x80);
  hex_write(bytes, sizeof bytes, digits);
  memset(out, '-', ID_LENGTH);
  memcpy(out, digits, 8);
  memcpy(out + 9, digits + 8, 4);
  memcpy(out + 14, digits + 12, 4);
  memcpy(out + 19, digits + 16, 4);
  memcpy(out + 24, digits + 20, 13);
}

bool id_acceptable(span text) {
  if (text.len == 0 || text.len > ID_LIMIT) { return false; }
  for (size_t i = 0; i < text.len; i++) {
    char byte = ascii_lower(text.data[i]);
    if (!ascii_digit(byte) && (byte < 'a' || byte > 'z') && byte != '.' && byte != '_' &&
        byte != '-') {
      return false;
    }
  }
  return true;
}
