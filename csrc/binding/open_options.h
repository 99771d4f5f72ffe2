/** @file
 * Options of the functions that open a publication: trusted keys, and the file of the state.
 */
#pragma once

#include <lua.h>

#include "publication/open.h"
#include "publication/pointer.h"
#include "publication/state.h"

/** Keys that the caller trusts. The strings belong to the options table. */
typedef struct open_options {
  const char *trust_path; /**< NULL when keys are given */
  bool any_signer;        /**< `any_signer = true`: integrity only */
  bool unfinished;        /**< `unfinished = true`: signatures may be missing */
  trust root;
  uint64_t now;
  const char *state_path; /**< NULL: nothing is remembered */
  uint64_t served;        /**< sequence of what is served: an older one is refused; 0: none */
  uint32_t served_signers;
  unsigned char served_signer[FORMAT_SIGNERS][KEY_BYTES];
  bool has_rollback;
  unsigned char rollback[DIGEST_BYTES]; /**< the publication to accept below every floor */
  state remembered;
  uint64_t rolled_back_from; /**< the greater sequence given up; 0: none */
  bool follows;              /**< `follows = true`: from a channel, whose publisher is another */
  bool deferred;             /**< `deferred = true`: the caller says when it is remembered */
} open_options;

/** Reads the table at `index`, the last argument; none is an empty table, which is then pushed.
 * Raises on members that cannot be used. The table must outlive `*out`. */
void open_options_read(lua_State *L, int index, open_options *out);

/** Verifies a publication, and its age against what is remembered. @return false with `*why` */
bool open_options_verify(span file, open_options *o, publication_facts *facts, fault *why);

/** Checks a pointer, whose signatures hold, against trust, date and what is remembered, and
 * remembers it, where that is wanted. @return false with `*why` */
bool open_options_accept(const pointer *p, open_options *o, fault *why);

/** Verifies the envelope that a proof brought in the same way. @return false with `*why` */
bool open_options_verify_envelope(const publication_envelope *e, open_options *o,
                                  publication_facts *facts, fault *why);

/** Remembers a publication that passed every check, where that is wanted. @return false with `*why`
 */
bool open_options_remember(open_options *o, const publication_facts *facts, fault *why);
