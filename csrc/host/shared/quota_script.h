/** @file
 * The script by which a store counts: a sliding log for each client, a list of the times of its
 * admitted requests in microseconds of the store's own clock, the oldest first. It holds no more
 * than `limit` times. Times in the future, left by a clock that was set back, are dropped.
 *
 * A log expires by itself: it is given three windows whenever it begins, and whenever its oldest
 * time leaves a stretch [k windows, k + 1 windows). A time that is added two windows after that
 * finds all of that stretch gone, so that none outlives its log.
 *
 *   KEYS[1]  QUOTA_PREFIX and the keyed hash of the client in hexadecimal digits
 *   ARGV     limit, window in seconds
 *   answer   one integer: QUOTA_RESETS times the requests that were left before this one (0: it is
 *            refused), plus the seconds until the oldest leaves the window, rounded up
 */
#pragma once

#define QUOTA_PREFIX "svc:quota:"

enum { QUOTA_RESETS = 4096 }; /* lua/host/options.lua bounds the window below */

static const char quota_script[] =
    "local call, log, limit, window = redis.call, KEYS[1], tonumber(ARGV[1]), ARGV[2] * 1000000\n"
    "local clock = call('TIME')\n"
    "local now = clock[1] * 1000000 + clock[2]\n"
    "local first = tonumber(call('LINDEX', log, 0) or nil)\n"
    "local oldest = first\n"
    "while oldest and (now - oldest >= window or oldest - now > window) do\n"
    "  call('LPOP', log)\n"
    "  oldest = tonumber(call('LINDEX', log, 0) or nil)\n"
    "end\n"
    "local age = oldest and math.max(0, now - oldest) or 0\n"
    "local reset = math.ceil((window - age) / 1000000)\n"
    "local count = call('RPUSH', log, now)\n"
    "if not oldest or math.floor(oldest / window) ~= math.floor(first / window) then\n"
    "  call('PEXPIRE', log, 3 * window / 1000)\n"
    "end\n"
    "if count > limit then\n"
    "  call('RPOP', log)\n"
    "  return reset\n"
    "end\n"
    "return (limit - count + 1) * 4096 + reset\n";

/** The SHA-1 of the script, by which a store that has loaded it knows it. */
#define QUOTA_SCRIPT_SHA "53b3018cab69bd8655a4d194fccdd9b4bfb46871"
