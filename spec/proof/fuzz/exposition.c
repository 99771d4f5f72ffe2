/** Fuzz target: the page of metrics. The input is lines: names of routes, upstreams and stores, and
 * numbers. Whatever they are, the page is what Prometheus reads (its text format 0.0.4): one faulty
 * line, one series that is told twice or one byte that is not UTF-8 costs the whole page. */
#include "host/process/exposition.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "host/wire/http.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { WORKERS = 2, SERIES = 4096 };

const char *http_version(void) { return "0.0.0"; }

static void expect(bool condition) {
  if (!condition) { abort(); }
}

/* ---- what is told ---- */

/* Text that was verified before: UTF-8 that fits. */
static void put_text(char *out, size_t size, span name) {
  name = span_take(name, size - 1);
  name.len = utf8_valid_prefix(name);
  snprintf(out, size, "%.*s", (int)name.len, name.data);
}

/* No store is named twice. */
static void take_store(metrics *m, span name) {
  char text[METRICS_STORE_TEXT];
  put_text(text, sizeof text, name);
  for (uint64_t i = 0; i < m->stores; i++) {
    if (strcmp(m->store[i], text) == 0) { return; }
  }
  if (m->stores < METRICS_STORES) { strcpy(m->store[m->stores++], text); }
}

/* Counts of a worker: words at places that the line says. */
static void take_counts(metrics_worker *w, span bytes) {
  for (; bytes.len >= 4; bytes = span_skip(bytes, 4)) {
    size_t at = ((unsigned char)bytes.data[0] << 8 | (unsigned char)bytes.data[1]) %
                (sizeof *w / sizeof(uint64_t));
    ((uint64_t *)(void *)w)[at] =
        (uint64_t)((unsigned char)bytes.data[2] << 8 | (unsigned char)bytes.data[3]);
  }
  w->pid = 0; /* no other process is asked after */
}

static void take_upstream(metrics *m, span name) {
  char text[METRICS_TEXT];
  put_text(text, sizeof text, name);
  metrics_upstream *u = metrics_upstream_named(m, text);
  if (u != NULL) { u->bucket[name.len % METRICS_BUCKETS] += name.len; }
}

static void take_line(metrics *m, span line) {
  span rest = span_skip(line, 1);
  switch (line.data[0]) {
    case 'r': metrics_route(&m->routes, span_take(rest, span_find(rest, '\0')), true); break;
    case 'u': take_upstream(m, rest); break;
    case 's': take_store(m, rest); break;
    case 'd': put_text(m->digest, sizeof m->digest, rest); break;
    case 'p': put_text(m->publication, sizeof m->publication, rest); break;
    default: take_counts(&m->worker[(unsigned char)line.data[0] % (WORKERS + 1)], rest); break;
  }
}

/* ---- what is written ---- */

static span take_name(span *line) {
  size_t length = 0;
  while (length < line->len && (ascii_small(line->data[length]) || line->data[length] == '_')) {
    length++;
  }
  span name = span_take(*line, length);
  *line = span_skip(*line, length);
  expect(name.len > 0);
  return name;
}

static void take_byte(span *line, char byte) {
  expect(line->len > 0 && line->data[0] == byte);
  *line = span_skip(*line, 1);
}

static void check_labels(span *line) {
  for (char before = '{'; line->len > 0 && line->data[0] == before; before = ',') {
    take_byte(line, before);
    take_name(line);
    take_byte(line, '=');
    take_byte(line, '"');
    while (line->len > 0 && line->data[0] != '"') {
      bool escape = line->data[0] == '\\';
      expect(!escape || (line->len > 1 && strchr("\\\"n", line->data[1]) != NULL));
      *line = span_skip(*line, escape ? 2 : 1);
    }
    take_byte(line, '"');
  }
  if (line->len > 0 && line->data[0] != ' ') { take_byte(line, '}'); }
}

static span series[SERIES];
static size_t series_count;

static void note_series(span name) {
  for (size_t i = 0; i < series_count; i++) { expect(!span_equal(series[i], name)); }
  expect(series_count < SERIES);
  series[series_count++] = name;
}

/* @param family that was described last */
static void check_sample(span line, span family) {
  span rest = line;
  expect(span_starts(take_name(&rest), family));
  check_labels(&rest);
  note_series(span_take(line, line.len - rest.len));
  take_byte(&rest, ' ');
  expect(rest.len > 0);
  for (size_t i = 0; i < rest.len; i++) {
    expect(ascii_digit(rest.data[i]) || rest.data[i] == '.');
  }
}

static void check_page(span page) {
  span family = {NULL, 0};
  expect(utf8_valid(page) && page.len > 0 && page.data[page.len - 1] == '\n');
  series_count = 0;
  while (page.len > 0) {
    span line = span_take(page, span_find(page, '\n'));
    page = span_skip(page, line.len + 1);
    if (span_starts(line, SPAN("# HELP "))) {
      line = span_skip(line, 7);
      family = take_name(&line);
      note_series(family);
    } else if (span_starts(line, SPAN("# TYPE "))) {
      line = span_skip(line, 7);
      expect(span_equal(take_name(&line), family));
    } else {
      expect(family.len > 0);
      check_sample(line, family);
    }
    if (series_count > 0 && span_equal(series[series_count - 1], family)) { series_count--; }
  }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  static metrics *m;
  buffer page = {0};
  size_t all = sizeof *m + (WORKERS + 1) * sizeof m->worker[0];
  if (m == NULL) { m = metrics_open(WORKERS); }
  expect(m != NULL);
  memset(m, 0, all);
  m->workers = WORKERS;
  strcpy(m->routes.name[0], "other");
  for (span rest = {(const char *)data, size}; rest.len > 0;) {
    span line = span_take(rest, span_find(rest, '\n'));
    if (line.len > 0) { take_line(m, line); }
    rest = span_skip(rest, line.len + 1);
  }
  exposition_write(m, &page);
  check_page(buffer_span(&page));
  buffer_free(&page);
  return 0;
}
