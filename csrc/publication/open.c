#include "publication/open.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/date.h"
#include "base/hex.h"
#include "base/sealed.h"
#include "publication/file.h"

/** The parts of a file: header, manifest, signatures. */
typedef struct parts {
  span header, manifest, signatures;
} parts;

static uint64_t aligned(uint64_t offset) {
  return (offset + FORMAT_ALIGNMENT - 1) / FORMAT_ALIGNMENT * FORMAT_ALIGNMENT;
}

static bool all_zero(const char *at, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (at[i] != 0) return false;
  }
  return true;
}

/** Checks a header against the length of the file it stands in. */
static bool check_header(const char *h, uint64_t length, fault *why) {
  uint64_t manifest = load_u64le(h + HEADER_MANIFEST);
  uint64_t manifest_length = load_u64le(h + HEADER_MANIFEST_LENGTH);
  uint64_t signatures = load_u64le(h + HEADER_SIGNATURES);
  uint64_t signatures_length = load_u64le(h + HEADER_SIGNATURES_LENGTH);
  if (memcmp(h, FORMAT_MAGIC, 8) != 0)
    return fault_set(why, "not a publication: wrong magic; name a file that svcd publish made");
  if (load_u32le(h + HEADER_FORMAT) != FORMAT_VERSION) {
    return fault_set(why, "header: format %u is not supported; this reader knows format %d",
                     load_u32le(h + HEADER_FORMAT), FORMAT_VERSION);
  }
  if (load_u32le(h + HEADER_FLAGS) != 0 || load_u64le(h + HEADER_ZERO) != 0) {
    return fault_set(why, "header: a reserved field is not zero");
  }
  if (load_u64le(h + HEADER_LENGTH) != length) {
    return fault_set(why,
                     "header: the publication is %" PRIu64 " bytes long and the file %" PRIu64
                     "; it was cut or extended: copy it again",
                     load_u64le(h + HEADER_LENGTH), length);
  }
  if (manifest <= FORMAT_HEADER || manifest % FORMAT_ALIGNMENT != 0 ||
      !range_inside(manifest, manifest_length, length) || manifest_length < FORMAT_MANIFEST ||
      signatures != manifest + manifest_length) {
    return fault_set(why, "header: the manifest is not where it can be");
  }
  if (signatures_length != length - signatures || signatures_length % SIGNATURE_BYTES != 0 ||
      signatures_length == 0 || signatures_length > FORMAT_SIGNERS * SIGNATURE_BYTES) {
    return fault_set(why, "header: the signatures are not where they can be");
  }
  return true;
}

static bool check_size(uint64_t length, fault *why) {
  if (length < FORMAT_HEADER) {
    return fault_set(why,
                     "not a publication: %" PRIu64
                     " bytes, shorter than a header; name a file that svcd publish made",
                     length);
  }
  if (length > FORMAT_LONGEST) {
    return fault_set(why, "%" PRIu64 " bytes; a publication has at most %" PRIu64, length,
                     FORMAT_LONGEST);
  }
  return true;
}

static bool split(span file, parts *out, fault *why) {
  if (!check_size(file.len, why) || !check_header(file.data, file.len, why)) return false;
  size_t manifest = (size_t)load_u64le(file.data + HEADER_MANIFEST);
  size_t signatures = (size_t)load_u64le(file.data + HEADER_SIGNATURES);
  out->header = span_take(file, FORMAT_HEADER);
  out->manifest = span_take(span_skip(file, manifest), signatures - manifest);
  out->signatures = span_skip(file, signatures);
  return true;
}

/** Checks that the manifest is as long as its counts say. */
static bool check_counts(const parts *p, publication_facts *out, fault *why) {
  const char *m = p->manifest.data;
  size_t content = (size_t)(m - p->header.data) - FORMAT_HEADER;
  uint64_t chunks = (content + FORMAT_CHUNK - 1) / FORMAT_CHUNK;
  out->section_count = load_u32le(m + MANIFEST_SECTIONS);
  out->signer_count = load_u32le(m + MANIFEST_SIGNERS);
  if (out->section_count < 1 || out->section_count > FORMAT_SECTIONS) {
    return fault_set(why, "manifest: %u sections; 1 to %d are accepted", out->section_count,
                     FORMAT_SECTIONS);
  }
  if (out->signer_count != p->signatures.len / SIGNATURE_BYTES) {
    return fault_set(why, "manifest: %u signers but %zu signatures", out->signer_count,
                     p->signatures.len / SIGNATURE_BYTES);
  }
  if (load_u64le(m + MANIFEST_CHUNKS) != chunks ||
      p->manifest.len != FORMAT_MANIFEST + (uint64_t)FORMAT_ENTRY * out->section_count +
                             (uint64_t)KEY_BYTES * out->signer_count + DIGEST_BYTES * chunks) {
    return fault_set(why, "manifest: its counts do not fit its length");
  }
  return true;
}

static const char *section_table(const parts *p) { return p->manifest.data + FORMAT_MANIFEST; }

static const char *signer_list(const parts *p, const publication_facts *f) {
  return section_table(p) + (size_t)FORMAT_ENTRY * f->section_count;
}

static const char *chunk_list(const parts *p, const publication_facts *f) {
  return signer_list(p, f) + (size_t)KEY_BYTES * f->signer_count;
}

/** Checks every signature over the exact bytes, and reads the signers. */
static bool check_signatures(const parts *p, publication_facts *out, fault *why) {
  for (uint32_t i = 0; i < out->signer_count; i++) {
    unsigned char *key = memcpy(out->signer[i], signer_list(p, out) + i * KEY_BYTES, KEY_BYTES);
    const char *signature = p->signatures.data + i * SIGNATURE_BYTES;
    const char *verdict;
    char name[HEX_BYTES];
    hex_write(key, DIGEST_BYTES, name);
    if (i > 0 && memcmp(out->signer[i - 1], key, KEY_BYTES) >= 0) {
      return fault_set(why, "manifest: the signers are not in ascending order, each once");
    }
    if (!signature_holds(key, SPAN(FORMAT_TYPE), p->header, p->manifest,
                         (const unsigned char *)signature, &verdict)) {
      return fault_set(why, "signature: that of %s %s", name, verdict);
    }
  }
  return true;
}

/** Counts the signers against the trust root. */
static bool check_trust(const publication_facts *f, const trust *root, fault *why) {
  uint32_t trusted = 0;
  char name[HEX_BYTES] = "";
  const char *status = "";
  for (uint32_t i = 0; i < f->signer_count; i++) {
    if (trust_has(&root->publication, f->signer[i])) {
      trusted++;
      continue;
    }
    hex_write(f->signer[i], DIGEST_BYTES, name);
    status = trust_revoked(root, f->signer[i]) ? ", a revoked key" : ", an unknown key";
  }
  if (trusted >= root->publication.threshold) return true;
  return fault_set(why,
                   "trust: %u of the %u signatures by trusted keys it needs%s%s%s; sign it with a "
                   "trusted key or get the current trust file",
                   trusted, root->publication.threshold,
                   name[0] == '\0' ? "" : "; it is signed by ", name, status);
}

/** Checks one entry of the section table; `end` is where the section before it ended. */
static bool read_section(span file, const char *entry, uint64_t end, uint64_t limit,
                         publication_section *out, fault *why) {
  out->id = load_u32le(entry + ENTRY_ID);
  out->offset = load_u64le(entry + ENTRY_OFFSET);
  out->length = load_u64le(entry + ENTRY_LENGTH);
  if (load_u32le(entry + ENTRY_ZERO) != 0 || out->length == 0 || out->offset != aligned(end) ||
      !range_inside(out->offset, out->length, limit)) {
    return fault_set(why, "manifest: section %u is not where it must be", out->id);
  }
  if (!all_zero(file.data + end, (size_t)(out->offset - end))) {
    return fault_set(why, "section %u: the padding before it is not zero", out->id);
  }
  return true;
}

static bool read_sections(span file, const parts *p, publication_facts *out, fault *why) {
  uint64_t limit = (uint64_t)(p->manifest.data - file.data), end = FORMAT_HEADER;
  for (uint32_t i = 0; i < out->section_count; i++) {
    publication_section *s = &out->section[i];
    if (!read_section(file, section_table(p) + (size_t)i * FORMAT_ENTRY, end, limit, s, why)) {
      return false;
    }
    if (i > 0 && s[-1].id >= s->id) {
      return fault_set(why, "manifest: the sections are not in ascending order, each once");
    }
    end = s->offset + s->length;
  }
  if (aligned(end) == limit && all_zero(file.data + end, (size_t)(limit - end))) return true;
  return fault_set(why, "manifest: bytes after the last section that belong to none");
}

static bool check_sections_present(const publication_facts *f, fault *why) {
  static const struct {
    uint32_t id;
    const char *name;
  } needed[] = {{SECTION_ID_DOCUMENTS, "documents"}, {SECTION_ID_LABELS, "labels"}};
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    uint32_t at = 0;
    while (at < f->section_count && f->section[at].id != needed[i].id) at++;
    if (at == f->section_count) {
      return fault_set(why, "manifest: the %s section is missing", needed[i].name);
    }
  }
  return true;
}

/** Reads and checks what the manifest says, apart from the digests of the content. */
static bool read_manifest(span file, const parts *p, publication_facts *out, fault *why) {
  const char *m = p->manifest.data;
  out->bytes = file.len;
  out->sequence = load_u64le(m + MANIFEST_SEQUENCE);
  out->created = load_u64le(m + MANIFEST_CREATED);
  out->expires = load_u64le(m + MANIFEST_EXPIRES);
  memcpy(out->id, m + MANIFEST_ID, DIGEST_BYTES);
  memcpy(out->previous, m + MANIFEST_PREVIOUS, DIGEST_BYTES);
  if (load_u32le(m + MANIFEST_READER) > FORMAT_READER) {
    return fault_set(why,
                     "manifest: a reader of version %u is needed, this is version %d; "
                     "install a newer release",
                     load_u32le(m + MANIFEST_READER), FORMAT_READER);
  }
  if (load_u32le(m + MANIFEST_ZERO) != 0 || load_u32le(m + MANIFEST_READER) == 0 ||
      out->sequence == 0 || out->sequence > FORMAT_MOST || out->created >= out->expires ||
      out->expires > FORMAT_MOST) {
    return fault_set(why, "manifest: sequence, dates or a reserved field are out of range");
  }
  if (!digest_of(p->manifest, out->digest)) return fault_set(why, "out of memory");
  return read_sections(file, p, out, why) && check_sections_present(out, why);
}

/** Checks that the id is that of the section table and the chunk digests. */
static bool check_id(const parts *p, const publication_facts *f, fault *why) {
  span table = {section_table(p), (size_t)FORMAT_ENTRY * f->section_count};
  const char *chunks = chunk_list(p, f);
  buffer named = {0};
  unsigned char id[DIGEST_BYTES];
  buffer_append(&named, table);
  buffer_append(&named, (span){chunks, (size_t)(p->signatures.data - chunks)});
  bool hashed = !named.failed && digest_of(buffer_span(&named), id);
  buffer_free(&named);
  if (!hashed) return fault_set(why, "out of memory");
  if (memcmp(id, f->id, DIGEST_BYTES) == 0) return true;
  return fault_set(why, "manifest: the id is not that of the content");
}

/** Checks the digest of every chunk of the content. */
static bool check_chunks(span file, const parts *p, const publication_facts *f, fault *why) {
  size_t end = (size_t)(p->manifest.data - file.data), at = FORMAT_HEADER;
  for (const char *digest = chunk_list(p, f); at < end; digest += DIGEST_BYTES) {
    size_t length = end - at < FORMAT_CHUNK ? end - at : FORMAT_CHUNK;
    unsigned char actual[DIGEST_BYTES];
    if (!digest_of((span){file.data + at, length}, actual)) return fault_set(why, "out of memory");
    if (memcmp(actual, digest, DIGEST_BYTES) != 0) {
      return fault_set(
          why, "content: bytes %zu to %zu were changed after they were signed; copy it again", at,
          at + length - 1);
    }
    at += length;
  }
  return true;
}

bool publication_verify(span file, const publication_policy *policy, publication_facts *out,
                        fault *why) {
  parts p;
  *out = (publication_facts){0};
  if (!split(file, &p, why) || !check_counts(&p, out, why)) return false;
  if (!check_signatures(&p, out, why)) return false;
  if (policy->root != NULL && !check_trust(out, policy->root, why)) return false;
  if (!read_manifest(file, &p, out, why) || !check_id(&p, out, why)) return false;
  if (out->expires <= policy->now) {
    char expired[DATE_TEXT], now[DATE_TEXT];
    date_write(out->expires, expired);
    date_write(policy->now, now);
    return fault_set(why, "expired at %s (now is %s); publish again", expired, now);
  }
  return check_chunks(file, &p, out, why);
}

bool publication_read(span file, publication_facts *out, fault *why) {
  parts p;
  *out = (publication_facts){0};
  if (!split(file, &p, why) || !check_counts(&p, out, why)) return false;
  for (uint32_t i = 0; i < out->signer_count; i++) {
    memcpy(out->signer[i], signer_list(&p, out) + (size_t)i * KEY_BYTES, KEY_BYTES);
  }
  return read_manifest(file, &p, out, why);
}

span publication_section_of(span file, const publication_facts *facts, uint32_t id) {
  for (uint32_t i = 0; i < facts->section_count; i++) {
    const publication_section *s = &facts->section[i];
    if (s->id == id) return span_take(span_skip(file, (size_t)s->offset), (size_t)s->length);
  }
  return (span){NULL, 0};
}

/** Reads exactly the header: a wrong file is refused before it is copied. */
static bool check_head(int fd, uint64_t length, fault *why) {
  char header[FORMAT_HEADER];
  ssize_t count = pread(fd, header, sizeof header, 0);
  if (count < 0) return fault_set(why, "%s", strerror(errno));
  if (count != sizeof header) return fault_set(why, "it changed while it was read; try again");
  return check_header(header, length, why);
}

static bool copy(int from, int to, uint64_t length, fault *why) {
  for (uint64_t left = length; left > 0;) {
    ssize_t count = sendfile(to, from, NULL, left < INT32_MAX ? (size_t)left : INT32_MAX);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fault_set(why, "%s", strerror(errno));
    if (count == 0) return fault_set(why, "it became shorter while it was read; try again");
    left -= (uint64_t)count;
  }
  return true;
}

bool publication_seal(const char *path, int *fd, fault *why) {
  struct stat info;
  bool done = false;
  int from = file_open(path, &info, why);
  *fd = -1;
  if (from < 0) return false;
  uint64_t length = (uint64_t)info.st_size;
  if (!check_size(length, why) || !check_head(from, length, why)) goto close_file;
  *fd = sealed_new("publication", why);
  if (*fd < 0) goto close_file;
  done = copy(from, *fd, length, why) && sealed_close(*fd, why);
  if (!done) {
    close(*fd);
    *fd = -1;
  }
close_file:
  close(from);
  return done;
}

bool publication_map(int fd, span *out, fault *why) {
  struct stat info;
  *out = (span){NULL, 0};
  if (!sealed_is(fd)) {
    return fault_set(why, "the descriptor is not memory sealed against every change");
  }
  if (fstat(fd, &info) != 0) return fault_set(why, "%s", strerror(errno));
  if (!check_size((uint64_t)info.st_size, why)) return false;
  void *at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, fd, 0);
  if (at == MAP_FAILED) return fault_set(why, "no memory: %s", strerror(errno));
  *out = (span){at, (size_t)info.st_size};
  return true;
}

void publication_unmap(span file) {
  if (file.data != NULL) munmap((void *)(uintptr_t)file.data, file.len);
}
