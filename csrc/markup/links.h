/** @file
 * Links and images: brackets, their targets, and addresses.
 */
#pragma once

#include "markup/inline_reader.h"
#include "markup/tree.h"

/* Addresses that link themselves, as GitHub's dialect has them. */

/** False for a text that holds no address. */
bool autolinks_possible(span text);

/** Reads `[` (`length` 1) or `![` (2). */
void links_open(inline_reader *r, size_t length);

/** Reads `]`. */
void links_close(inline_reader *r);

/** Reads `<`: an address or a tag. */
void links_angle(inline_reader *r);

/** Reads an address that links itself. @return false when what begins is none */
bool links_address(inline_reader *r);

/** Links the addresses that are left in the texts of the leaf. */
void links_addresses(inline_reader *r);
