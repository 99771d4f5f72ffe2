/** @file
 * How a store counts: a sliding log for each client, a list of the times of its admitted requests
 * in microseconds of the store's own clock, the oldest first. It holds no more than `limit` times,
 * and expires by itself a window after the last. What a clock that was set back left in the future
 * is forgotten.
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
    "local log, limit, window = KEYS[1], tonumber(ARGV[1]), ARGV[2] * 1000000\n"
    "local clock = redis.call('TIME')\n"
    "local now = clock[1] * 1000000 + clock[2]\n"
    "local oldest = redis.call('LINDEX', log, 0)\n"
    "while oldest and (now - oldest >= window or oldest - now > window) do\n"
    "  redis.call('LPOP', log)\n"
    "  oldest = redis.call('LINDEX', log, 0)\n"
    "end\n"
    "local left = limit - redis.call('LLEN', log)\n"
    "local age = oldest and math.max(0, now - oldest) or 0\n"
    "local reset = math.ceil((window - age) / 1000000)\n"
    "if left <= 0 then return reset end\n"
    "redis.call('RPUSH', log, now)\n"
    "redis.call('PEXPIRE', log, window / 1000 + 1)\n"
    "return left * 4096 + reset\n";

/** The SHA-1 of the script, by which a store that has loaded it knows it. */
#define QUOTA_SCRIPT_SHA "928da44efdaf0eb5a9a6ccdbccf6acf635b3d692"
