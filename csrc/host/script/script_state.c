#include "host/script/script_state.h"

#include <stdlib.h>

void script_close(script *s) {
  if (s == NULL || s->streams > 0) {
    if (s != NULL) { s->closing = true; }
    return;
  }
  if (s->L != NULL) { lua_close(s->L); }
  script_memory_free(&s->memory);
  bundle_close(s->bundle);
  buffer_free(&s->spare);
  free(s->spare_body);
  free(s);
}
