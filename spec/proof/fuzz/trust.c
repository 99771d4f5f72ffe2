/** Fuzz target: trust files and what is remembered of publications, with signatures that hold. The
 * input is a program: rows of ROW bytes, each a next version of a trust file by four known keys,
 * then at most two bytes that damage the finished file. What was extended reads back, from every
 * version before too; damage is refused; a state that is saved loads as it was. */
#include <stdlib.h>
#include <unistd.h>

#include "publication/state.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { SIGNERS = 4, ROW = 6, MOST_ROWS = 4 };

static const char *const pems[SIGNERS] = {
    "-----BEGIN PRIVATE "
    "KEY-----\nMC4CAQAwBQYDK2VwBCIEIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\n-----END PRIVATE "
    "KEY-----\n",
    "-----BEGIN PRIVATE "
    "KEY-----\nMC4CAQAwBQYDK2VwBCIEIAICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIC\n-----END PRIVATE "
    "KEY-----\n",
    "-----BEGIN PRIVATE "
    "KEY-----\nMC4CAQAwBQYDK2VwBCIEIAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMD\n-----END PRIVATE "
    "KEY-----\n",
    "-----BEGIN PRIVATE "
    "KEY-----\nMC4CAQAwBQYDK2VwBCIEIAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\n-----END PRIVATE "
    "KEY-----\n",
};

static void expect(bool condition) {
  if (!condition) abort();
}

static private_key *const *signers(void) {
  static private_key *keys[SIGNERS];
  fault why;
  for (unsigned i = 0; keys[SIGNERS - 1] == NULL && i < SIGNERS; i++) {
    expect(private_key_read(span_of(pems[i]), &keys[i], &why));
  }
  return keys;
}

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, KEY_BYTES); }

/** The keys whose bit is set, ascending. @return how many */
static uint32_t choose(unsigned bits, unsigned char out[][KEY_BYTES]) {
  uint32_t count = 0;
  for (unsigned i = 0; i < SIGNERS; i++) {
    if (bits >> i & 1) private_key_public(signers()[i], out[count++]);
  }
  qsort(out, count, KEY_BYTES, by_bytes);
  return count;
}

/** Appends the version that a row describes. */
static bool extend(buffer *file, const unsigned char row[ROW], trust *next) {
  private_key *signing[SIGNERS];
  size_t count = 0;
  buffer longer = {0};
  fault why;
  *next = (trust){.expires = row[4]};
  next->root.count = choose(row[0], next->root.key);
  next->root.threshold = row[0] >> 4 & 7;
  next->publication.count = choose(row[1], next->publication.key);
  next->publication.threshold = row[1] >> 4 & 7;
  next->revoked_count = choose(row[2], next->revoked);
  for (unsigned i = 0; i < SIGNERS; i++) {
    if (row[3] >> i & 1) signing[count++] = signers()[i];
  }
  bool done = trust_extend(buffer_span(file), next, signing, count, &longer, &why);
  if (!done) {
    expect(why.text[0] != '\0');
    buffer_free(&longer);
    return false;
  }
  buffer_free(file);
  *file = longer;
  return true;
}

/** A state that accepted a publication under this root, saved and loaded again. */
static void check_state(const trust *root, const unsigned char row[ROW]) {
  static state kept, loaded;
  static char path[32];
  publication_facts facts = {.sequence = row[5], .signer_count = root->publication.count};
  fault why;
  for (uint32_t i = 0; i < facts.signer_count; i++) {
    memcpy(facts.signer[i], root->publication.key[i], KEY_BYTES);
  }
  memset(facts.digest, row[5] ^ row[0], DIGEST_BYTES);
  if (row[2] == 0xff) memset(&kept, 0, sizeof kept);
  uint64_t floor = state_floor(&kept, root);
  bool named = facts.sequence == row[2]; /* as an operator names what to go back to */
  if (!named && facts.sequence < floor) {
    expect(!state_refuse(&facts, floor, &why) && why.text[0] != '\0');
    return;
  }
  if (!named && !state_check(&kept, root, &facts, &why)) return;
  state_accept(&kept, root, &facts);
  expect(!state_accept(&kept, root, &facts) && state_floor(&kept, root) <= facts.sequence);
  if (path[0] == '\0') snprintf(path, sizeof path, "/tmp/fuzz-state-%d", getpid());
  expect(state_save(&kept, path, &why) && state_load(path, &loaded, &why));
  expect(loaded.count == kept.count && loaded.root.version == kept.root.version);
  expect(memcmp(loaded.entry, kept.entry, kept.count * sizeof *kept.entry) == 0);
  expect(unlink(path) == 0);
}

/** The finished file reads back, from the versions before it as well, and no byte may change. */
static void check_file(const buffer *file, const trust_pin *pins, uint32_t count,
                       const unsigned char *rest, size_t size) {
  span text = buffer_span(file);
  fault why;
  trust read;
  for (uint32_t i = 0; i < count; i++) {
    trust_pin wrong = pins[i];
    wrong.digest[0] ^= 1;
    expect(trust_read(text, &pins[i], 0, &read, &why) || read.expires == 0);
    expect(!trust_read(text, &wrong, 0, &read, &why));
  }
  trust_pin later = {.version = count + 1};
  expect(count == 0 || !trust_read(text, &later, 0, &read, &why));
  if (size < 2 || rest[1] == 0 || text.len == 0) return;
  size_t at = rest[0] * text.len / 256;
  file->data[at] = (char)(file->data[at] ^ rest[1]);
  expect(!trust_read(text, NULL, 0, &read, &why));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  buffer file = {0};
  trust_pin pins[MOST_ROWS];
  uint32_t count = 0;
  while (size >= ROW && count < MOST_ROWS) {
    trust next;
    bool extended = extend(&file, data, &next);
    if (extended) {
      pins[count].version = next.version;
      memcpy(pins[count++].digest, next.digest, DIGEST_BYTES);
      check_state(&next, data);
    }
    data += ROW;
    size -= ROW;
    if (!extended) break;
  }
  check_file(&file, pins, count, data, size);
  buffer_free(&file);
  return 0;
}
