#include "host/shared/publication_info.h"

bool publication_info_stamps(const char *publication, const char *trust, publication_info *out) {
  return publication != NULL && trust != NULL && file_stamp_take(publication, &out->publication) &&
         file_stamp_take(trust, &out->trust);
}
