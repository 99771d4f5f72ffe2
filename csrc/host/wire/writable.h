/** @file
 * Finds out that a file or a folder can be written: the start asks before any
 * worker needs it, and `svcd check` leaves nothing behind.
 */
#pragma once

#include "base/fault.h"

/** True when lines could be appended to the file at `path`, or the file made where there is none.
 * @return false with the path, the reason and the cure in `*why` */
bool writable_file(const char *path, fault *why);

/** True when files could be made in the folder at `path`, or the folder made where there is none.
 * @return false with the path, the reason and the cure in `*why` */
bool writable_folder(const char *path, fault *why);
