#include "host/shared/release.h"

bool release_marks(const char *publication, const char *trust, release *out) {
  return publication != NULL && trust != NULL && mark_take(publication, &out->publication) &&
         mark_take(trust, &out->trust);
}
