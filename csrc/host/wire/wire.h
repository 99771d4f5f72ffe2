/** @file
 * The wire: what stands between the kernel and libmicrohttpd. Each accepted connection becomes a
 * `link`, whose bytes go through the guard, whose deadlines are kept, and whose end is a lingering
 * close. For every complete or refused request the library is given one of four constant requests
 * of its own; the answer is made from the guard's request.
 *
 * The seam. svcd defines recv, epoll_wait, epoll_ctl, accept4, shutdown and close itself (wire.c).
 * The program comes first where the dynamic linker looks for a name, so the shared library reaches
 * the kernel through these definitions, and they reach the C library's through dlsym(RTLD_NEXT).
 * This needs nothing of the library but its shared object, and costs a call through a pointer: a
 * second event loop around the library's, or a socket pair for each connection, costs system calls.
 * The definitions serve every object of the process, so what is not a link's passes through
 * unchanged. self_test.h tries at every start whether the library in use goes this way.
 *
 * Why a wire at all: what libmicrohttpd does by itself, tried on 0.9.75 (Debian 12) and 1.0.1
 * (Debian 13). Both, where no version is named.
 * 1. It waits again, with the full timeout, when 128 events came at once, before it serves them.
 *    Hence at most 127 events are handed over.
 * 2. It takes as a request: lines that end in a bare line feed; two Host fields; Content-Length
 *    beside Transfer-Encoding; two different Content-Lengths; control bytes in names; TRACE; a
 *    field that continues on the next line. 0.9.75 alone: no Host; a space before the colon.
 * 3. It decodes a path before it hands it over: %2f becomes a slash, %00 ends it.
 * 4. It waits for ever for the end of a body in an unknown transfer coding (0.9.75; 400 in 1.0.1).
 * 5. It answers its own errors in HTML, and a malformed request line not at all.
 * 6. Its timeout counts from the last byte: a client that sends one now and then stays for ever.
 * 7. It does not notice the end of a client's side that stands behind a complete request.
 * 8. It closes the connection after an answer that is given in the first call of the handler.
 * 9. It accepts 11 connections in a turn, and clears the whole pool of a connection after every
 *    answer: pools must be small.
 * 10. Its close resets a connection whose client has sent more than was read, and takes the answer
 *    along. An answer that is cut it ends in the same orderly way as one that is whole.
 * 11. It does not look at a suspended connection, and so not at the end of its client.
 * 12. To a HEAD whose answer would be chunked it sends the last chunk (0.9.75).
 * 13. It sets TCP_NODELAY only where the listening socket it knows is one of TCP (0.9.75).
 * Its form parser, authentication, upgrades and TLS are not used at all.
 *
 * One loop per process; nothing here may be called from another thread.
 */
#pragma once

#include "host/wire/links.h"

/** Name of a call that the library never made through the wire; NULL when it made each. */
const char *wire_unseen(void);

/** In a forked process: forgets the loop and the connections of the parent. */
void wire_forget(void);

/** Tells that the answer of `link` has left, or will never: the next request may be read. */
void wire_answered(wire_link *link);

/** Tells that the answer of `link` is a stream, which the drain cuts even where its client takes
 * nothing. @param last the connection ends with it */
void wire_stream(wire_link *link, bool last);

/** Between the two the library does not look at the connection (it is suspended), an answer need
 * not make progress, and `link->hangup` tells at once that the client has gone. A
 * link that is paused before the library suspends it stays in the epoll set, which spares four
 * system calls where the wait is short. */
void wire_pause(wire_link *link);
void wire_resume(wire_link *link);
