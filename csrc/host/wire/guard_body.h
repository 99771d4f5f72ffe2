/** @file
 * The second half of the wire guard: what frames a body (RFC 9112 sections 6 and 7).
 * Used by guard.c alone.
 */
#ifndef SVC_HOST_WIRE_GUARD_BODY_H
#define SVC_HOST_WIRE_GUARD_BODY_H

#include "host/wire/guard.h"

/** Decides from the complete header section whether a body follows and enters its phase. */
guard_verdict guard_body_begin(guard *g);

/** Reads on in one of the body's phases. */
guard_verdict guard_body_step(guard *g);

/** Takes the next line, CRLF excluded and consumed.
 * @param limit bytes it may have, CRLF included
 * @return MORE when it is not complete, READY when `*line` is set, REFUSED when it is too long
 * (`beyond`) or does not end in CRLF */
guard_verdict guard_line(guard *g, uint32_t limit, guard_refusal beyond, guard_slice *line);

/** Splits a field line into a name and a value without surrounding blanks.
 * @param[out] why one sentence with the line, the byte and its place */
bool guard_split_field(guard *g, guard_slice line, guard_field *field, fault *why);

/** Refuses the request at the end of its head, which is read on until then: it may hold the id
 * under which the client looks for the answer. Of several refusals the first stands.
 * @return READY */
guard_verdict guard_blame(guard *g, guard_refusal refusal, const char *reason);

#endif
