#include "search/search.h"

#include <stdlib.h>

#include "search/answers.h"
#include "search/cut.h"
#include "search/excerpt.h"
#include "search/marks.h"
#include "search/rerank.h"
#include "search/whole.h"
#include "text/token.h"

bool search_open(span section, const store *documents, const quran *verses, search_index **out,
                 fault *why) {
  *out = NULL;
  search_index *index = calloc(1, sizeof(*index));
  if (index == NULL) {
    return fault_set(why, "search: memory is out");
  }
  index->documents = documents;
  index->verses = verses;
  index->stems = analyzer_new();
  format_impacts(index->impacts);
  bool ok = index->stems != NULL || fault_set(why, "search: memory is out");
  ok = ok && index_read(section, index->partitions, why);
  for (unsigned i = 0; ok && i < LOCALE_COUNT; i++) {
    const partition *p = &index->partitions[i];
    uint32_t first, end;
    store_range(documents, i, SECTION_COUNT, &first, &end);
    bool fits = p->documents == end - first && (p->documents == 0 || p->first == first);
    if (!fits) {
      ok = fault_set(why, "search: the index of %s is of other documents", locale_rows[i].code);
    }
  }
  if (!ok) {
    search_close(index);
    return false;
  }
  *out = index;
  return true;
}

void search_close(search_index *index) {
  if (index == NULL) {
    return;
  }
  analyzer_free(index->stems);
  plain_free(&index->plain);
  free(index);
}

typedef struct run {
  search_index *index;
  const search_query *request;
  arena *memory;
  query q;
  const partition *in;
  uint32_t first, end; /* units that are searched */
  search_hit *hits;    /* the first offset + limit + 1: documents, and verses of surahs */
  uint32_t *units;     /* of each hit */
  size_t count, most;
} run;

/* Hits */

static bool is_pinned(const run *r, size_t pins, uint32_t unit) {
  for (size_t i = 0; i < pins; i++) {
    if (r->units[i] == unit) {
      return true;
    }
  }
  return false;
}

static void add_hit(run *r, uint32_t unit, uint32_t document, uint32_t verse, uint32_t score) {
  r->units[r->count] = unit;
  r->hits[r->count++] = (search_hit){document, verse, score, SPAN(""), NULL, 0};
}

/* Named documents and verses come before all ranking, each once. */
static void add_pins(run *r) {
  for (size_t i = 0; i < r->q.pin_count && r->count < r->most; i++) {
    query_pin pin = r->q.pins[i];
    if (pin.document < r->in->first || pin.document - r->in->first >= r->in->documents) {
      continue;
    }
    uint32_t unit = index_unit(r->in, pin.document - r->in->first);
    if (unit < r->first || unit >= r->end) {
      continue;
    }
    uint32_t verse, surah;
    index_document(r->in, unit + pin.verse, &verse, &surah);
    if (verse != pin.verse) {
      verse = 0; /* there is no such verse */
    }
    unit += verse;
    if (is_pinned(r, r->count, unit)) {
      continue;
    }
    add_hit(r, unit, pin.document, verse, UINT32_MAX - (uint32_t)i);
  }
}

static void add_ranked(run *r, const ranked *list, size_t count) {
  size_t pins = r->count;
  for (size_t i = 0; i < count && r->count < r->most; i++) {
    uint32_t verse, surah;
    uint32_t document = r->in->first + index_document(r->in, list[i].unit, &verse, &surah);
    if (document >= r->index->documents->count || is_pinned(r, pins, list[i].unit)) {
      continue;
    }
    add_hit(r, list[i].unit, document, verse, list[i].score);
  }
}

/* The best units; those that are pinned are found once more. */
static bool rank(run *r) {
  size_t wanted = r->most + r->q.pin_count, most = wanted > RERANKED ? wanted : RERANKED;
  ranked *list = NULL;
  size_t count;
  filter *passes;
  add_pins(r);
  if (!filter_open(r->index, &r->q, r->request->locale, r->memory, &passes)) {
    return false;
  }
  do {
    if (!candidates_find(r->index, &r->q, passes, r->first, r->end, most, r->memory, &list,
                         &count)) {
      return false;
    }
  } while (count == 0 && filter_relax(passes));
  size_t head = count < RERANKED ? count : RERANKED, more = 0;
  if (passes == NULL) { /* a filter that asks for phrases leaves short texts out itself */
    more = whole_add(r->index, &r->q, r->first, r->end, head, r->memory, &list, &count);
  }
  if (more == SIZE_MAX) {
    return false;
  }
  if (!rerank(r->index, &r->q, list, head + more, wanted, r->memory)) {
    return false;
  }
  candidates_sort(list, count);
  add_ranked(r, list, count);
  return true;
}

static void browse(run *r) {
  const partition *p = r->in;
  for (uint32_t i = 0; i < p->documents && r->count < r->most; i++) {
    uint32_t unit = index_unit(p, i);
    if (unit < r->first) {
      continue;
    }
    if (unit >= r->end) {
      break;
    }
    add_hit(r, unit, p->first + i, 0, 0);
  }
}

/* Excerpts */

static span describe(run *r, const store_document *d) {
  if (d->description.len > 0) {
    return d->description;
  }
  return excerpt_lead(d->text, &r->index->plain, r->memory);
}

static span verse_excerpt(run *r, const search_hit *hit, uint32_t surah, const match *m,
                          size_t count) {
  span text = quran_translation(r->index->verses, r->request->locale, surah, hit->verse);
  span arabic = quran_arabic(r->index->verses, surah, hit->verse);
  size_t in_arabic = 0;
  while (in_arabic < count && m[in_arabic].position < VERSE_TRANSLATION) {
    in_arabic++;
  }
  span cut = {NULL, 0};
  if (in_arabic < count) {
    cut = excerpt_plain(text, VERSE_TRANSLATION, m, count, r->memory);
  } else if (in_arabic > 0) {
    cut = excerpt_plain(arabic, 0, m, in_arabic, r->memory);
  }
  if (cut.data != NULL) {
    return cut;
  }
  cut = cut_at((cut_text){text.len > 0 ? text : arabic, true, true}, 0, r->memory);
  return cut.data == NULL ? SPAN("") : cut;
}

/* Leaves out matches in a heading that only repeats the title, which stands beside the excerpt
 * anyway, when there are others behind it. @return how many matches remain */
static size_t pass_title(const store_document *d, uint32_t first_position, match *m, size_t count) {
  span heading = span_skip(d->text, 2), word;
  bool repeats = span_starts(d->text, SPAN("# ")) && span_starts(heading, d->title);
  if (!repeats) {
    return count;
  }
  token_reader words;
  token_begin(&words, d->title);
  while (token_seek(&words, UINT32_MAX, &word)) {
  }
  uint32_t behind = first_position + words.position;
  if (count == 0 || m[count - 1].position < behind) {
    return count;
  }
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    bool in_heading = m[i].position >= first_position && m[i].position < behind;
    if (!in_heading) {
      m[kept++] = m[i];
    }
  }
  return kept;
}

static span excerpt(run *r, size_t i, posting_cursor *cursors) {
  const search_hit *hit = &r->hits[i];
  store_document d = store_at(r->index->documents, hit->document);
  match matches[EXCERPT_MATCHES];
  size_t count = excerpt_matches(&r->q, cursors, r->units[i], matches);
  uint32_t verse, surah, first_position;
  index_document(r->in, r->units[i], &verse, &surah);
  bool known = verse > 0 && r->index->verses != NULL && verse <= quran_verse_count(surah);
  if (known) {
    return verse_excerpt(r, hit, surah, matches, count);
  }
  span map = index_map(r->in, r->units[i], &first_position);
  span cut = {NULL, 0};
  if (d.section == SECTION_TRYOUT) {
    d.text.len = answers_begin(d.text);
    count = excerpt_before(map, first_position, d.text.len, matches, count);
  }
  if (map.len > 0 && d.text.len > 0) {
    count = pass_title(&d, first_position, matches, count);
    cut =
        excerpt_markdown(d.text, map, first_position, matches, count, &r->index->plain, r->memory);
  }
  if (cut.data == NULL && d.text.len > 0) {
    cut = excerpt_scan(&r->q, d.text, &r->index->plain, r->memory);
  }
  return cut.data != NULL ? cut : describe(r, &d);
}

static void mark(run *r, search_hit *hit) {
  search_mark found[MARKS_MOST];
  size_t count = marks_find(&r->q, hit->excerpt, found);
  hit->marks = arena_alloc(r->memory, (count + 1) * sizeof(*found));
  if (hit->marks == NULL) {
    return;
  }
  memcpy(hit->marks, found, count * sizeof(*found));
  hit->mark_count = count;
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Fills in the excerpts of the page; in the order of units, since lists are walked upwards. */
static bool add_excerpts(run *r, size_t first, size_t end) {
  size_t count = end - first;
  posting_cursor *cursors = arena_alloc(r->memory, (r->q.term_count + 1) * sizeof(*cursors));
  uint64_t *order = arena_alloc(r->memory, (count + 1) * sizeof(*order));
  if (cursors == NULL || order == NULL) {
    return false;
  }
  for (size_t i = 0; i < r->q.term_count; i++) {
    list_open(r->q.terms[i].list, r->in->units, &cursors[i]);
  }
  for (size_t i = 0; i < count; i++) {
    order[i] = (uint64_t)r->units[first + i] << 32 | (first + i);
  }
  qsort(order, count, sizeof(*order), by_value);
  for (size_t i = 0; i < count; i++) {
    size_t hit = (uint32_t)order[i];
    r->hits[hit].excerpt = excerpt(r, hit, cursors);
    if (r->request->marks && r->request->count > 0) {
      mark(r, &r->hits[hit]);
    }
  }
  return true;
}

static void find_range(run *r) {
  unsigned section = r->request->section;
  r->first = 0;
  r->end = r->in->units;
  if (section >= SECTION_COUNT) {
    return;
  }
  if (section > 0) {
    r->first = r->in->section_end[section - 1];
  }
  r->end = r->in->section_end[section];
}

bool search_run(search_index *index, const search_query *request, arena *memory, search_page *page,
                fault *why) {
  *page = (search_page){0};
  if (request->locale >= LOCALE_COUNT || request->count > SEARCH_PHRASINGS) {
    return fault_set(why, "search: no such locale, or more than %d phrasings", SEARCH_PHRASINGS);
  }
  run r = {.index = index,
           .request = request,
           .memory = memory,
           .in = &index->partitions[request->locale]};
  find_range(&r);
  uint64_t wanted = (uint64_t)request->offset + request->limit + 1;
  r.most = wanted < r.in->units ? (size_t)wanted : r.in->units;
  r.hits = arena_alloc(memory, (r.most + 1) * sizeof(*r.hits));
  r.units = arena_alloc(memory, (r.most + 1) * sizeof(*r.units));
  bool ok = r.hits != NULL && r.units != NULL;
  ok = ok && (request->count == 0 || query_read(index, request, memory, &r.q));
  if (ok && request->count == 0) {
    browse(&r);
  }
  if (ok && request->count > 0) {
    ok = rank(&r);
  }
  size_t first = request->offset < r.count ? request->offset : r.count;
  size_t end = r.count - first > request->limit ? first + request->limit : r.count;
  ok = ok && (request->bare || add_excerpts(&r, first, end)) && !memory->failed;
  if (!ok) {
    return fault_set(why, "search: memory is out");
  }
  *page = (search_page){r.hits + first, end - first, r.count > end};
  return true;
}
