#include "quran/link.h"

#include "base/ascii.h"
#include "base/escape.h"
#include "quran/interpret.h"
#include "quran/quran.h"

/** What is special about the addresses of a site. */
enum site_traits {
  SITE_LANGUAGE = 1 << 0, /* a segment of two letters may come first */
  SITE_FRAGMENT = 1 << 1, /* the fragment stands for the path */
  SITE_VERSE = 1 << 2,    /* a number without a verse is none of a surah */
  SITE_HYPHEN = 1 << 3,   /* a hyphen may stand between surah and verse: 2-255 */
  SITE_ANCHOR = 1 << 4,   /* the fragment may be a verse */
  SITE_CHAPTER = 1 << 5   /* the surah may be a member of the query: chapter=2 */
};

/** Where the path of an address names a passage: behind a beginning, in which a star stands for a
 * segment. Parts of a host count as well, such as www. or legacy. Sources: the addresses that these
 * sites show, and the documentation of the interfaces of alquran.cloud and quranenc.com. */
static const struct site {
  const char *host, *path;
  unsigned traits;
} sites[] = {
    {"quran.com", "", SITE_LANGUAGE | SITE_CHAPTER},
    {"tanzil.net", "", SITE_FRAGMENT},
    {"tanzil.net", "trans/*/", SITE_FRAGMENT},
    {"quranenc.com", "*/browse/*/", SITE_HYPHEN | SITE_ANCHOR},
    {"quranenc.com", "api/v1/translation/sura/*/", 0},
    {"quranenc.com", "api/v1/translation/aya/*/", SITE_VERSE},
    {"api.alquran.cloud", "v1/", 0},
    {"quran.kemenag.go.id", "quran/per-ayat/", 0},
    {"myislam.org", "surah-", 0},
    {"quranx.com", "", SITE_VERSE},
    {"quranx.com", "tafsirs/", SITE_VERSE},
    {"quranx.com", "tafsir/*/", SITE_VERSE},
};

/** The value of a member of a query such as `from=255`, 0 when it has none. */
static unsigned member(span query, const char *names) {
  while (query.len > 0) {
    span row = span_take(query, span_find(query, '&'));
    size_t equals = span_find(row, '=');
    uint32_t value;
    if (spelling_listed(names, span_take(row, equals)) &&
        ascii_number(span_skip(row, equals + 1), 999, &value)) {
      return value;
    }
    query = span_skip(query, row.len + 1);
  }
  return 0;
}

/** The part of `text` up to a byte, which is taken off it with the byte. */
static span take_to(span *text, char byte) {
  span part = span_take(*text, span_find(*text, byte));
  *text = span_skip(*text, part.len + 1);
  return part;
}

/** True for the host of a site, or of a part of it. */
static bool is_host(span host, span site) {
  size_t front = host.len < site.len ? 0 : host.len - site.len;
  return ascii_same(span_skip(host, front), site) && (front == 0 || host.data[front - 1] == '.');
}

/** True for the host of a site that is listed. */
static bool is_known(span host) {
  bool known = false;
  for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
    known = known || is_host(host, span_of(sites[i].host));
  }
  return known;
}

/** The path behind a beginning with stars for segments. @return false when it begins otherwise */
static bool skip_beginning(const char *beginning, span *path) {
  for (; *beginning != '\0'; beginning++) {
    if (*beginning == '*') {
      size_t segment = span_find(*path, '/');
      if (segment == 0) { return false; }
      *path = span_skip(*path, segment);
    } else if (path->len > 0 && ascii_lower(path->data[0]) == *beginning) {
      *path = span_skip(*path, 1);
    } else {
      return false;
    }
  }
  return true;
}

/** An address in its parts, decoded. */
typedef struct address {
  span host, path, query, fragment;
} address;

static address split(span text) {
  address a = {.fragment = text};
  a.query = take_to(&a.fragment, '#');
  a.host = take_to(&a.query, '?');
  a.path = span_skip(a.host, span_find(a.host, '/'));
  a.host.len -= a.path.len;
  return a;
}

/** Reads a passage, which further segments may follow: "2:255/tafsirs/ibn-kathir". A number that is
 * no verse of it is none of them. */
static bool read_segments(span passage, quran_reference *out) {
  size_t first_end = span_find(passage, '/');
  span further = span_skip(passage, first_end + 1);
  size_t second_end = first_end + 1 + span_find(further, '/');
  return interpret_text(passage, true, out) ||
         interpret_text(span_take(passage, second_end), true, out) ||
         (!reading_is_digit(further) && interpret_text(span_take(passage, first_end), true, out));
}

/** Reads a passage with a hyphen between surah and verse, "2-255". */
static bool read_hyphen(span passage, quran_reference *out) {
  uint32_t surah, verse;
  size_t hyphen = span_find(passage, '-');
  if (!ascii_number(span_take(passage, hyphen), QURAN_SURAHS, &surah) ||
      !ascii_number(span_skip(passage, hyphen + 1), 999, &verse)) {
    return false;
  }
  *out = (quran_reference){.surah = surah};
  interpret_set_verses(verse, verse, out);
  return quran_verse_count(surah) > 0;
}

/** The verse of a fragment, 0 when it has none. @param mark what stands before it, or "" */
static unsigned anchor(span fragment, const char *mark) {
  uint32_t verse;
  size_t length = strlen(mark);
  bool found = span_starts(fragment, span_of(mark)) &&
               ascii_number(span_skip(fragment, length), 999, &verse);
  return found ? verse : 0;
}

/** Reads an address of a listed site. */
static bool read_site(const struct site *site, const address *a, quran_reference *out) {
  span passage = span_skip(a->path, 1);
  if (!is_host(a->host, span_of(site->host))) { return false; }
  if ((site->traits & SITE_LANGUAGE) != 0 && span_find(passage, '/') == 2 &&
      ascii_small(passage.data[0])) {
    passage = span_skip(passage, 3);
  }
  if ((site->traits & SITE_FRAGMENT) != 0) { passage = a->fragment; }
  unsigned chapter = (site->traits & SITE_CHAPTER) != 0 ? member(a->query, "chapter") : 0;
  bool found = skip_beginning(site->path, &passage) &&
               (read_segments(passage, out) ||
                ((site->traits & SITE_HYPHEN) != 0 && read_hyphen(passage, out)));
  if (!found && quran_verse_count(chapter) > 0) { /* corpus.quran.com */
    *out = (quran_reference){.surah = chapter, .last_surah = chapter};
    found = true;
  }
  if (!found || ((site->traits & SITE_VERSE) != 0 && out->asked_first == 0)) { return false; }
  unsigned verse = (site->traits & SITE_ANCHOR) != 0 ? anchor(a->fragment, "") : 0;
  if (verse > 0 && out->asked_first == 0) { interpret_set_verses(verse, verse, out); }
  return true;
}

/** Reads the address of a page of this service, or of another whose path has `/quran/`. */
static bool read_page(const address *a, quran_reference *out) {
  span passage = {NULL, 0};
  for (span rest = a->path; rest.len > 0; rest = span_skip(rest, 1)) {
    passage = span_starts(rest, SPAN("/quran/")) ? span_skip(rest, 7) : passage;
  }
  bool markdown = passage.len > 3 && span_equal(span_skip(passage, passage.len - 3), SPAN(".md"));
  passage = span_take(passage, markdown ? passage.len - 3 : passage.len);
  bool closed = passage.len > 0 && passage.data[passage.len - 1] == '/';
  return interpret_text(span_take(passage, passage.len - closed), true, out);
}

bool link_parse(span text, quran_reference *out) {
  char decoded[QURAN_REFERENCE_BYTES];
  span at = text;
  *out = (quran_reference){0};
  for (size_t i = 0; i + 3 < at.len; i++) {
    if (span_starts(span_skip(text, i), SPAN("://"))) {
      at = span_skip(text, i + 3);
      break;
    }
  }
  if (text.len == 0 || text.len > QURAN_REFERENCE_BYTES) { return false; }
  address a = split(at);
  if ((at.len == text.len && at.data[0] != '/' && !is_known(a.host)) ||
      percent_decode(at, false, decoded, &at.len) != NULL) {
    return false;
  }
  at.data = decoded;
  a = split(at);
  bool found = false;
  for (size_t i = 0; !found && i < sizeof sites / sizeof *sites; i++) {
    found = read_site(&sites[i], &a, out);
  }
  if (!found && (is_known(a.host) || !read_page(&a, out))) {
    *out = (quran_reference){0};
    return false;
  }
  unsigned first = member(a.query, "startingVerse verse from from_verse ayah");
  unsigned verse = anchor(a.fragment, "verse-");
  first = verse > 0 ? verse : first;
  if (first > 0 && out->asked_first == 0) {
    unsigned last = member(a.query, "to to_verse");
    interpret_set_verses(first, last > 0 ? last : first, out);
  }
  out->evidence = QURAN_EXPLICIT;
  return true;
}
