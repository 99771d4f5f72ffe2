/** @file
 * The state of a server: the publications it accepted, so that it refuses an older one later, or
 * another one of the same number. A text file:
 *
 *     svc-state 1                   the format
 *     root VERSION HEX              the trust root in force and its digest; version 0 when none
 *     key HEX SEQUENCE HEX          a signer, the greatest sequence accepted from it, and that
 *                                   publication's digest; ascending by key, 0..64
 *
 * The sequence may not fall below the greatest of any key that is not revoked. A stolen key that
 * signed a far sequence blocks nothing once it is revoked: its line no longer counts.
 */
#pragma once

#include "base/fault.h"
#include "publication/open.h"

enum { STATE_KEYS = 64, STATE_LONGEST = 16384 };

typedef struct state_entry {
  unsigned char key[KEY_BYTES], digest[DIGEST_BYTES];
  uint64_t sequence;
} state_entry;

typedef struct state {
  trust_pin root;
  uint32_t count;
  state_entry entry[STATE_KEYS]; /**< strictly ascending by key */
} state;

/** Reads the text of a state file. @return false with `*why` filled when it is malformed. */
bool state_read(span text, state *out, fault *why);

/** Reads a state file; one that does not exist is an empty state. @return false with `*why`
 * filled, the path left out, when it is malformed or cannot be read. */
bool state_load(const char *path, state *out, fault *why);

/** The greatest sequence that counts under `root`; 0 when there is none. */
uint64_t state_floor(const state *s, const trust *root);

/** Checks a verified publication, whose sequence is not below the greatest.
 * @return false with `*why` filled when another one had that sequence; what to do about it is for
 * the caller to add. */
bool state_check(const state *s, const trust *root, const publication_facts *facts, fault *why);

/** Fills `*why`, as state_check does: the publication is older than `floor`. @return false */
bool state_refuse(const publication_facts *facts, uint64_t floor, fault *why);

/** Makes `*s` what it is once the publication, which state_check accepted, is in force. A
 * rollback forgets every greater sequence. @return true when that changed it. */
bool state_accept(state *s, const trust *root, const publication_facts *facts);

/** Replaces the file, safely. @return false with `*why` filled. */
bool state_save(const state *s, const char *path, fault *why);
