/** @file
 * Gets files over HTTPS, with bounds: TLS is verified, redirects are not followed, head, body and
 * time end. The only user of libcurl.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/fault.h"

enum { DOWNLOAD_TAG = 256 };

/** A client, which keeps its connection. */
typedef struct downloader downloader;

/** A request. */
typedef struct download_order {
  const char *url;  /**< https only */
  const char *tag;  /**< ETag of what the caller has; NULL: none */
  uint64_t longest; /**< bytes the body may have, that which the caller has counted */
  uint64_t had;     /**< bytes that the caller has from before; the rest is asked for */
  int fd;           /**< receives the body from offset `had` on; -1: `text` does */
  buffer *text;
} download_order;

/** Its outcome. */
typedef struct download_result {
  bool changed;           /**< false: still what the tag names */
  uint64_t received;      /**< bytes of the body that came over the network */
  char tag[DOWNLOAD_TAG]; /**< ETag; "" when there is none */
} download_result;

/** Makes a client. @param authorities PEM file of the authorities to trust; NULL: the system's.
 * @param seconds that a transfer may take. @return NULL when memory is out. */
downloader *downloader_new(const char *authorities, int seconds);

/** Releases a client. NULL is accepted. */
void downloader_free(downloader *d);

/** Carries out an order. A server that does not resume sends the whole again: the file is then
 * written from its start. @return false with `*why` filled; what came until then stays in the
 * file, or in `text`. */
bool download(downloader *d, const download_order *order, download_result *out, fault *why);
