/** @file
 * Connections to the stores of the quota: the master makes them for its workers, which may make
 * none.
 */
#pragma once

#include "host/shared/quota_store.h"

/** Looks up the addresses of the stores; connects to none.
 * @param stores borrowed as long as they are in use  @param shown where their names are shown
 * @return false when there is no such place */
bool dial_open(const quota_stores *stores, metrics *shown, fault *why);

/** A new, non-blocking connection to a store; it may still be connecting.
 * @return -1 when there is no such store, or nobody there */
int dial_connect(uint32_t store);

/** Gives a connection to each worker that has none. To be called after each turn of the loop. */
void dial_turn(uint32_t workers);

/** Proves that each store answers, takes the password and counts; waits for each a second at most.
 */
bool dial_prove(const quota_stores *stores, fault *why);
