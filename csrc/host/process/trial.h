/** @file
 * The trial of routes: they are loaded and tested in a process of its own, in the cage that workers
 * have. What their files do when they are loaded reaches nobody.
 */
#pragma once

#include "host/script/script.h"

/** Tries the routes, and waits for it; whoever ends this process ends the trial.
 * @param files what they are loaded from, with the options; borrowed
 * @param[out] jobs how many they have
 * @param[out] why the first fault with file and line
 * @return false when they are refused */
bool trial_run(const script_deps *deps, bundle *files, uint64_t *jobs, fault *why);
