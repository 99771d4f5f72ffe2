#include "host/process/check.h"

#include "base/log.h"

bool parts_open(const part *parts, size_t count) {
  fault why;
  for (size_t i = 0; i < count; i++) {
    if (parts[i].open(&why)) continue;
    fprintf(stderr, "svcd: %s: %s\n", parts[i].name, why.text);
    return false;
  }
  return true;
}

static void print_part(const char *name, bool good, const fault *why) {
  if (good)
    printf("%-13s ok\n", name);
  else
    fprintf(stderr, "svcd: %s: %s\n", name, why->text);
}

static void write_part(buffer *out, const char *name, bool good, const fault *why) {
  buffer_text(out, out->len == 0 ? "{\"parts\":{" : ",");
  log_json(out, span_of(name));
  buffer_text(out, good ? ":{\"ok\":true" : ":{\"ok\":false,\"reason\":");
  if (!good) log_json(out, span_of(why->text));
  buffer_byte(out, '}');
}

bool parts_check(const part *parts, size_t count, bool json) {
  bool whole = true, going = true;
  buffer out = {0};
  for (size_t i = 0; i < count && going; i++) {
    fault why = {""};
    if (parts[i].check == NULL) continue;
    bool good = parts[i].check(&why);
    whole = whole && good;
    going = good || !parts[i].needed;
    if (json)
      write_part(&out, parts[i].name, good, &why);
    else
      print_part(parts[i].name, good, &why);
  }
  buffer_text(&out, whole ? "},\"ok\":true}\n" : "},\"ok\":false}\n");
  if (json) fwrite(out.data, 1, out.len, stdout);
  buffer_free(&out);
  return whole;
}
