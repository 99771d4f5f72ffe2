/** @file
 * Another program takes the service over, in the same process: what is at the path of this program
 * now, with the same arguments. It is tried first, as `svcd check` does, while the service goes on;
 * when it would start, the workers finish their requests and end, and the program is replaced.
 * Sockets stay open at all addresses that are still listened at, so that whoever connects meanwhile
 * waits and is answered; quota, counters and the scripts' dictionary go along as they are, the
 * publication's memory where its files are as they were (see handed_publication.h).
 */
#pragma once

/** Keeps arguments and environment, before secrets in them are overwritten. First of all. */
void upgrade_remember(char **arguments);

/** Begins the upgrade that was asked for, or goes on with it. In each turn of the master's loop. */
void upgrade_turn(void);
