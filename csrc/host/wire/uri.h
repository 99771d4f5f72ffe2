/** @file
 * Request targets and authorities (RFC 3986, RFC 9112 section 3.2). Pure.
 * A path has the bytes of RFC 3986. A query has those that the WHATWG URL standard leaves as they
 * are too, as browsers send them: printable ASCII but for space, quote, "#", "<" and ">".
 */
#pragma once

#include "base/fault.h"
#include "base/span.h"

typedef struct uri_target {
  span authority; /**< of the absolute and the authority form; else empty */
  span path;      /**< as sent; empty when the target has none */
  span query;     /**< without "?"; absent when there is none */
} uri_target;

/** True when every byte may stand in a header field name or a method (RFC 9110 "tchar") and there
 * is at least one. */
bool uri_token(span text);

/** How many such bytes `text` begins with. */
size_t uri_token_length(span text);

/** Splits a request target of the form that `method` asks for: origin, absolute (http, https),
 * "*" for OPTIONS, authority for CONNECT. The path's percent-encodings are checked: two hex
 * digits, UTF-8, no NUL. The query's bytes are checked, its encodings are left to the parameters.
 * @param[out] out the parts found so far, also when it is refused
 * @param[out] why one sentence with the byte and its place */
bool uri_split(span method, span target, uri_target *out, fault *why);

/** True for `host[:port]`: a name of letters, digits, "-._~", an IPv4 address or a bracketed IPv6
 * address; a port of at most 65535. */
bool uri_authority(span text);
