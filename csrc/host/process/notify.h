/** @file
 * Tells systemd how the service fares (Type=notify), where there is a systemd.
 */
#pragma once

/** Sends a state such as "READY=1"; does nothing without NOTIFY_SOCKET. */
void notify_send(const char *state);

/** Sends that a reload begins, and when (RELOADING=1). */
void notify_reloading(void);

/** Tells the watchdog that all is well, as often as WATCHDOG_USEC of the environment asks for. */
void notify_watchdog(void);
