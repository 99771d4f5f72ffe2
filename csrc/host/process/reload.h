/** @file
 * A reload: options, publication, trust and routes are examined by a process of their own, prepared
 * by every worker, and then taken into service by all of them, or by none. Nothing here waits: the
 * master goes on while a reload is under way. Reloads that are asked for meanwhile are one, the
 * next.
 */
#pragma once

#include "host/process/examiner.h"

typedef struct reload_deps {
  examiner_deps examiner;
  metrics *metrics;
  void (*configure)(configuration *fresh); /**< takes new options into service, and owns them */
  void (*finished)(void);                  /**< called at the end of every reload */
  bool (*stopped)(void); /**< asked ten times a second before any worker runs: true gives it up */
} reload_deps;

/** Sets what reloads depend on; borrowed. */
void reload_open(const reload_deps *deps);

/** Examines parts (generation_part) before any worker runs, and waits for it, at most the load
 * timeout.
 * @param serve false: it is tried alone; true: it is the first generation, or completes it
 * @return false with the reason */
bool reload_first(unsigned parts, bool serve, fault *why);

/** Asks for a reload of `parts` (generation_part). @return its ticket, from 1 */
uint64_t reload_ask(unsigned parts);

/** Asks for a reload of the publication, which may be older than what is in service if it is the
 * one of this digest. @return its ticket */
uint64_t reload_roll_back(span digest);

/** True once the reload of the ticket has ended. @param[out] good it took place, or changed nothing
 * @param[out] out the last outcome, as JSON, is appended */
bool reload_ended(uint64_t ticket, bool *good, buffer *out);

/** Goes on with the reload that is under way, or begins the next. To be called after each turn of
 * the loop; where it is not, reloads wait. */
void reload_turn(void);

/** True while new workers may be started: not between prepare and commit. */
bool reload_lets_start(void);

/** Gives up the reload that is under way. The next is begun by reload_turn all the same. */
void reload_stop(void);

/** The generation in service. */
const generation *reload_generation(void);
