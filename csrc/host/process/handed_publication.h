/** @file
 * Hands the publication on to the program that takes the service over: its sealed memory, named
 * after the stamps of the publication's and the trust's file. A program that finds both files as
 * they were takes the memory, and reads and hashes no file again, which takes seconds for a large
 * one.
 *
 * Why the memory may be believed:
 * - The seals, which are checked, keep every process from changing it: the bytes are those that the
 *   program before verified. A worker that was broken into has the same memory, and cannot write
 * it.
 * - The new program checks signatures, trust, expiry and age anew, so that a key that is revoked, a
 *   publication that expired, or an older one than was accepted is refused as at any start.
 * - A file that changed, or was changed less than some seconds before it was read, has another
 * stamp or none; then it is read and verified.
 * - The chunks are not hashed again. Whoever can hand on other memory starts the program, and could
 *   name it another trust file. What a program before had overlooked, the check ahead of the
 *   upgrade finds in the file: it verifies every byte.
 */
#pragma once

#include "host/process/generation.h"
#include "host/script/settings.h"

typedef struct handed_publication {
  int fd;                /**< sealed memory of a publication, owned; -1: there is none */
  publication_info info; /**< its stamps alone */
} handed_publication;

/** Hands the memory of this generation on to the program that this process becomes; it stays the
 * generation's. Where there is none, or its stamps are not known, nothing is handed on. */
void handed_publication_give(const generation *served);

/** No longer hands it on. */
void handed_publication_revoke(const generation *served);

/** Takes the memory that was handed to this process, where the files are those it was read from. */
handed_publication handed_publication_take(const settings *options);
