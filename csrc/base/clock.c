#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/ascii.h"

void date_write(uint64_t seconds, char out[DATE_TEXT]) {
  time_t when = (time_t)seconds;
  struct tm parts;
  if (gmtime_r(&when, &parts) != NULL && strftime(out, DATE_TEXT, "%F %T UTC", &parts) > 0) {
    return;
  }
  snprintf(out, DATE_TEXT, "%" PRIu64 " s after 1970", seconds);
}

/** Reads the `count` bytes at `at` when they are a number of digits alone, at most `most`. */
static bool number_at(span text, size_t at, size_t count, uint32_t most, uint32_t *out) {
  return ascii_number(span_take(span_skip(text, at), count), most, out);
}

bool date_is_day(span text) {
  static const uint32_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  uint32_t year, month, day;
  if (text.len != 10 || text.data[4] != '-' || text.data[7] != '-') { return false; }
  if (!number_at(text, 0, 4, 9999, &year) || !number_at(text, 5, 2, 12, &month) || month == 0 ||
      !number_at(text, 8, 2, 31, &day)) {
    return false;
  }
  bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return day >= 1 && day <= days[month - 1] + (month == 2 && leap);
}

bool date_is_instant(span text) {
  uint32_t hour, minute, second;
  return text.len == 20 && date_is_day(span_take(text, 10)) && text.data[10] == 'T' &&
         number_at(text, 11, 2, 23, &hour) && text.data[13] == ':' &&
         number_at(text, 14, 2, 59, &minute) && text.data[16] == ':' &&
         number_at(text, 17, 2, 59, &second) && text.data[19] == 'Z';
}
