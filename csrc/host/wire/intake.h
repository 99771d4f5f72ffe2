/** @file
 * Takes one whole request at a time from a connection, its PROXY header first.
 */
#pragma once

#include <sys/types.h>

#include "host/wire/connections.h"

/** Receives for the library: one of four constant requests once a request is complete or refused;
 * the end of the connection; or -1 with EAGAIN while there is nothing to answer. */
ssize_t intake_receive(connection *c, void *data, size_t size);
