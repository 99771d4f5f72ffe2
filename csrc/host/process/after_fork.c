#include "host/process/after_fork.h"

#include <unistd.h>

#include "host/wire/http.h"
#include "host/wire/peers.h"
#include "host/wire/seam.h"

/* The smallest of the kept descriptors from `from` on, or `most`. */
static int next_kept(const int *kept, size_t count, int from, int most) {
  for (size_t i = 0; i < count; i++) {
    if (kept[i] >= from && kept[i] < most) { most = kept[i]; }
  }
  return most;
}

/* A process would keep the connections of its parent open with its copies of them. */
static void close_others(const int *kept, size_t count) {
  int most = (int)sysconf(_SC_OPEN_MAX);
  for (int from = STDERR_FILENO + 1, next; from < most; from = next + 1) {
    next = next_kept(kept, count, from, most);
    if (next > from) { close_range((unsigned)from, (unsigned)next - 1, 0); }
  }
}

void after_fork(const int *kept, size_t count) {
  close_others(kept, count);
  http_forget();
  seam_forget();
  id_forget();
  peers_forget();
}
