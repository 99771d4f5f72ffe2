/** @file
 * A generation is served by all workers: the sealed memory of a publication, and of the routes'
 * files with the options. An examiner makes it, every worker takes it into service or none does,
 * and the next one replaces it.
 */
#pragma once

#include "host/process/channel.h"

enum { GENERATION_ABOUT = sizeof((channel_message *)NULL)->text };

/** The parts of a reload; a sum of them says what is loaded. */
typedef enum generation_part {
  PART_PUBLICATION = 1, /**< and the trust in it */
  PART_ROUTES = 2,
  PART_CONFIGURATION = 4, /**< only together with the routes, which it is for */
  PART_ALL = PART_PUBLICATION | PART_ROUTES | PART_CONFIGURATION
} generation_part;

typedef struct generation {
  uint64_t number;              /**< from 1; 0: none was taken into service yet */
  uint32_t jobs;                /**< of its routes */
  int fd[CHANNEL_FDS];          /**< owned; -1: there is none */
  publication_info info;        /**< all zeros: no publication */
  char about[GENERATION_ABOUT]; /**< facts of the publication as JSON; empty: there is none */
} generation;
