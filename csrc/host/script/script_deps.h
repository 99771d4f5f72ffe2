/** @file
 * The parts of its process that a script may use.
 */
#pragma once

#include "host/script/settings.h"
#include "host/shared/dict.h"
#include "host/shared/metrics.h"
#include "host/shared/quota.h"

/** The parts that a script is made of, and those of the process that it may use. All but `held`
 * are borrowed. */
typedef struct script_deps {
  const settings *options;
  const edge *edge;        /**< of the same options; NULL in a trial */
  configuration *held;     /**< which both are of: a script is an owner of it; NULL: they last */
  quota *quota;            /**< NULL: none */
  quota *rules;            /**< whose table has the quotas of paths */
  quota *work;             /**< of answers outside the quota that are made for a client; or NULL */
  dict *dict;              /**< shared between the workers */
  metrics_worker *metrics; /**< NULL: nothing is counted */
  metrics_routes *routes;  /**< numbers of the routes; NULL: none is given */
  bool trial; /**< lua/host/boot.lua tests the routes whole, before any worker loads them */
} script_deps;
