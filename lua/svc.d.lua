---@meta svc

--- The engine (`svc.so`): publications, search, the Quran, canonical JSON. It works in plain
--- `lua5.4` with `svc.so` on `package.cpath`; this file only documents it. `require` raises where
--- OpenSSL cannot be set up (no memory, no randomness), which only a new process can mend.
---
--- Expected failures return `nil, reason`, the reason being one line for people. A wrong argument
--- is a bug and raises. Digests and keys are 64 lower-case hexadecimal digits, times are Unix
--- seconds, texts are UTF-8.
---@class svc
---@field version string release, `major.minor.patch`
---@field locales svc.Locale[] in the order of documents
---@field languages table<svc.Locale, string> English names in lower case, such as `english`
---@field quran_locales svc.Locale[] those in which a publication holds the Quran
---@field tafsirs table<svc.Locale, boolean> of those, whether it holds a tafsir or links to one
---@field image_types table<string, string> extension → media type
---@field sections svc.Section[] in the order of documents: articles, material, tryout, quran
---@field path svc.PathBounds what a step of a path may be
---@field surahs integer number of surahs, 114
---@field juz integer number of the parts in which the Quran is read, 30
---@field phrasings integer how many phrasings a search takes, 4
---@field query_bytes integer the longest phrasing that the service takes, 512
---@field formula_commands table<string,string> how each command and environment of LaTeX that
--- formulas may use is written: "sign", "1" or "2" arguments, "environment", or another shape
---@field null lightuserdata the JSON null, as cjson.null
local svc = {}

---@alias svc.Locale string a code of `svc.locales`
---@alias svc.Section "articles"|"material"|"tryout"|"quran"

-- JSON ----------------------------------------------------------------------------------------

--- The canonical JSON text of a value: members in byte order of their names, integral numbers as
--- integers, no white space. Raises on cycles, bytes that are not UTF-8, NaN, functions.
---@param value any
---@return string
function svc.json(value) end

--- Marks a table as a JSON array, an empty one too, and returns it.
---@generic T: table
---@param list T
---@return T
function svc.array(list) end

--- True when a value is a table so marked, as the arrays of `parse_json` are.
---@param value any
---@return boolean
function svc.is_array(value) end

--- Marks text as canonical JSON already: `svc.json` splices it as it is.
---@param text string
---@param members? table what is read of it by name, for who would have to parse it otherwise
---@return userdata
function svc.raw_json(text, members) end

--- True when text from outside is one strict JSON value (RFC 8259: UTF-8, no duplicate names, no
--- lone surrogates, numbers a double holds). Raises when memory is out.
---@param text string
---@param options? { depth: integer } deepest nesting, 64 unless told
---@return true? good
---@return string? reason
---@return integer? offset of the fault, from 0
function svc.check_json(text, options) end

--- The value of text from outside that `check_json` accepts: objects and arrays as tables, arrays
--- marked as `svc.array` marks them, `null` as `svc.null`, digits alone as an integer where one
--- holds them and all other numbers as floats. Raises when memory is out.
---@param text string
---@param options? { depth: integer } deepest nesting, 64 unless told
---@return any value nil only where the text is refused
---@return string? reason
---@return integer? offset of the fault, from 0
function svc.parse_json(text, options) end

--- The raw bytes of a member of an object that passed `check_json`; nil when it has none.
---@param text string
---@param name string compared after escapes are resolved
---@return string?
function svc.json_member(text, name) end

--- Checks text as `check_json` does, and finds members of the object it is in the same pass.
---@param text string
---@param ... string at most eight names, compared after escapes are resolved
---@return true? good
---@return string? ... the raw bytes of each member, nil where there is none; behind a nil: the
---reason, and the offset of the fault, from 0
function svc.json_members(text, ...) end

-- HTML ----------------------------------------------------------------------------------------
--
-- `svc.begins_answers`, `builder`, `check_image`, `clean_image`, `document`, `formula`,
-- `formula_commands`, `html`, `map_links`, `opening`, `render_cache` and `watcher` are of the
-- module `svc_publish`, which is loaded when one of them is used first:
-- who only reads publications needs no such file.

---@class svc.Rendering
---@field headings { level: integer, id: string, text: string }[]
---@field faults string[] what is not shown as written: a refused link, an unknown formula

--- Markdown as an HTML fragment that is safe whatever the Markdown holds: raw HTML beyond a short
--- list becomes text, links lead to https, http, mailto or relative addresses (`x.md` to the page
--- `x`), images become their alternative text; LaTeX between dollar signs becomes MathML. Headings
--- have an `id`. A stylesheet should say `mphantom { display: none }`: browsers without MathML need
--- these elements. For published texts it is made already: `publication:html`.
---@param markdown string
---@param alerts? string[] titles of a note, a tip, what is important, a warning and a caution
---@return string fragment
---@return svc.Rendering rendering
function svc.html(markdown, alerts) end

---@class svc.Place
---@field line integer from 1
---@field column integer in characters, from 1

---@class svc.Range: svc.Place
---@field first integer its first byte
---@field last integer

---@class svc.Remark: svc.Range
---@field rule string its id
---@field text string what is wrong and what to write instead

---@class svc.Link: svc.Place
---@field target string its destination
---@field first integer first byte of the destination as it is written
---@field last integer
---@field reference boolean the destination stands in a definition
---@field automatic boolean the destination is its text
---@field outer_first integer all of the link
---@field outer_last integer
---@field inner_first? integer what stands between its brackets
---@field inner_last? integer

---@class svc.Image: svc.Link
---@field alternative string
---@field title? string
---@field alone boolean it is all of a paragraph, or in a figure
---@field plain boolean its alternative text has no markup

---@class svc.Document
---@field code (svc.Range | { info?: string, fenced: boolean })[] blocks of code
---@field code_spans svc.Range[]
---@field comments svc.Range[] which are not to be published
---@field formulas (svc.Range | { tex: string, display: boolean })[]
---@field headings (svc.Place | { level: integer, id: string, text: string })[]
---@field html svc.Range[] blocks and tags of HTML that are shown as text
---@field images svc.Image[]
---@field lines { line: integer, kind: string, text: string, prose: string }[] those of passages:
--- `text` as it is written, `prose` with spaces in place of code
---@field links svc.Link[]
---@field passages (svc.Place | { kind: string, text: string, translated: string })[] words of
--- paragraphs, headings, first paragraphs of items, rows of tables and images: `kind` is text,
--- heading, item, table or image; `text` has an x for code and formulas, `translated` lacks what is
--- in italics
---@field remarks svc.Remark[] what is not of the dialect, and what is not whole
---@field titles svc.Range[] all headings

--- Facts about a Markdown text, for checking or rewriting it. The pages `/docs/markdown`
--- say what Markdown may hold.
---@param markdown string
---@return svc.Document
function svc.document(markdown) end

--- The plain text of the first paragraph of a Markdown text that is no heading, code or item of a
--- list; empty where there is none.
---@param markdown string
---@return string
function svc.opening(markdown) end

--- A Markdown text with other destinations of its links and images; nothing else is changed. A
--- definition is asked for once.
---@param markdown string
---@param visit fun(target: string): string? nil keeps a destination
---@return string
function svc.map_links(markdown, visit) end

--- A formula of LaTeX as MathML, and as it is read on one line.
---@param tex string what stands between the dollar signs, valid UTF-8
---@param display boolean? a formula on a line of its own
---@return string? mathml nil where it is refused
---@return string reading, or why it is refused
---@return integer? at which byte of `tex` the fault is, from 1
function svc.formula(tex, display) end

--- HTML with places, which was read before it is filled in.
---@class svc.Template: userdata

--- Text made safe between tags and in quoted attributes.
---@param text string
---@return string
function svc.escape_html(text) end

--- A template in which the places that have a value are filled in. A value may be a template, where
--- HTML stands: its own places then stay.
---@param template string|svc.Template
---@param values table name, of letters and `_`, -> value
---@return svc.Template
function svc.template(template, values) end

--- Fills in a template: `{name}` with the escaped value, `{!name}` with HTML as it is. Raises for a
--- name that has no value.
---@param template string|svc.Template
---@param values table name, of letters and `_`, -> value
---@return string
function svc.fill_html(template, values) end

--- True for a heading that begins the answers of an exam, in any language. Nothing from there on is
--- shown beside a search result.
---@param heading string plain text
---@return boolean
function svc.begins_answers(heading) end

--- Text percent-encoded: every byte that is not unreserved (RFC 3986), but for those kept.
---@param text string any bytes
---@param kept? string
---@return string
function svc.escape_uri(text, kept) end

--- Text with its percent-encoding decoded: UTF-8 without NUL, or nil.
---@param text string
---@return string?
---@return string? reason to be read after the name of what was decoded
function svc.decode_uri(text) end

--- A query string, where a plus is a space: its decoded names with the lists of their decoded
--- values, in the order given. Empty pieces between `&` are skipped.
---@param query string? without the `?`; nil: an empty one
---@return table<string, string[]>?
---@return string? reason a sentence
function svc.parse_query(query) end

-- Digests and keys ----------------------------------------------------------------------------

--- SHA-256.
---@param bytes string
---@return string
function svc.sha256(bytes) end

---@param path string of a regular file
---@return string? digest of its content
---@return string? reason
function svc.sha256_file(path) end

--- HMAC with SHA-256 (RFC 2104).
---@param key string
---@param bytes string
---@return string
function svc.hmac(key, bytes) end

--- A new Ed25519 key.
---@return string? private PEM text, PKCS #8
---@return string public or the reason
function svc.keygen() end

--- The public key of a private one.
---@param private string PEM text
---@return string? public
---@return string? reason
function svc.public_key(private) end

--- Saves a private key in a new file of mode 0600; one that exists is refused.
---@param path string
---@param private string
---@return true?
---@return string? reason
function svc.save_key(path, private) end

--- Reads a private key from a file that nobody else may read.
---@param path string
---@return string? private PEM text
---@return string? reason
function svc.load_key(path) end

--- Signs DSSE's pre-authentication encoding of a type and a body.
---@param private string PEM text
---@param type string media type of what is signed
---@param body string
---@return string? signature 128 hexadecimal digits
---@return string? reason
function svc.sign(private, type, body) end

--- True when a signature by `svc.sign` holds.
---@param public string
---@param type string
---@param body string
---@param signature string 128 hexadecimal digits
---@return boolean
function svc.verify(public, type, body, signature) end

-- Trust ---------------------------------------------------------------------------------------

---@class svc.KeySet
---@field threshold integer signatures needed, 1 to the number of keys
---@field keys string[] public keys, 1 to 16

---@class svc.Root
---@field version integer
---@field expires integer
---@field root svc.KeySet keys that may change the root
---@field publication svc.KeySet keys that sign publications
---@field revoked string[] keys never to be trusted again
---@field digest string

--- Checks the text of a trust file (csrc/publication/trust.h) and its whole chain.
---@param text string
---@param now? integer the current time unless told; 0 ignores expiry
---@return svc.Root? root the version in force
---@return string? reason
function svc.check_trust(text, now) end

--- Appends the next version to a trust file and signs it.
---@param text? string the file so far; nil for version 1
---@param root { expires: integer, root: svc.KeySet, publication: svc.KeySet, revoked?: string[] }
---@param private_keys string|string[] PEM texts: the old threshold and the new one must be reached
---@return string? text the new file
---@return string? reason
function svc.extend_trust(text, root, private_keys) end

--- Replaces a file in one step that survives a crash: temporary file, fsync, rename, fsync of the
--- folder. Its mode is that of the file it replaces, 0644 where there is none.
---@param path string
---@param bytes string
---@return true?
---@return string? reason
function svc.replace_file(path, bytes) end

-- Publications --------------------------------------------------------------------------------

--- Whom to trust, one of the first three, and what to remember.
---@class svc.OpenOptions
---@field trust? string path of a trust file
---@field keys? string[] public keys
---@field any_signer? boolean check integrity only, not who signed
---@field unfinished? boolean accept one whose signers have not all signed yet
---@field threshold? integer signatures needed of `keys`, 1 unless told
---@field now? integer the current time unless told
---@field state? string path of the state file (csrc/publication/state.h), which refuses rollback
---@field served? svc.Info what is served: an older one is refused while a signer is trusted
---@field follows? boolean it comes from a channel: refusals advise who follows, not who publishes
---@field rollback? string digest of the one publication to accept although it is older

---@class svc.Info
---@field id string names the content, whoever signed it
---@field digest string names this publication
---@field previous? string digest of the one it replaces
---@field sequence integer
---@field created integer
---@field expires integer
---@field bytes integer length of the file
---@field documents integer
---@field sections { id: integer, name: string, offset: integer, length: integer }[]
---@field trees { id: integer, name: string, size: integer, root: string }[] documents, verses:en, …
---@field signers string[] public keys
---@field missing? string[] those of the signers who have not signed yet, with `unfinished`
---@field rolled_back_from? integer from `svc.seal`: the greater sequence that was given up

--- Opens a publication: copies it into sealed memory, verifies it there and maps it read-only. What
--- happens to the file afterwards changes nothing.
---@param path string
---@param options svc.OpenOptions
---@return svc.Publication?
---@return string? reason
function svc.open(path, options) end

--- The same, but gives the sealed memory itself, to hand to other processes. Of memory that was
--- verified before, named by its descriptor, only signers, dates and age are checked anew.
---@param path string|integer
---@param options svc.OpenOptions
---@return integer? fd owned by the caller
---@return svc.Info|string info or the reason
---@return nil|fun():boolean?,string? remember with `deferred`: saves the state
function svc.seal(path, options) end

--- Opens memory that `svc.seal` verified, here or in the process that hands it on: nothing is
--- verified again. The descriptor stays the caller's and may be closed. What the process has
--- attached already is shared with the new handle; only one thread may attach. With `held`, a copy
--- of that descriptor is kept as long as the memory is mapped, and what is closed stays mapped
--- until `svc.reclaim` has unmapped it. A view, which routes are given, has neither `close` nor
--- `sign`: only the collector ends it.
---@param fd integer
---@param held integer?
---@param view boolean?
---@return svc.Publication?
---@return lightuserdata|string claim for `svc.reclaim`, or the reason
function svc.attach(fd, held, view) end

--- Unmaps a piece of what was attached with a second descriptor and is closed. A large publication
--- takes a while to unmap, which a process that answers requests spends between them.
---@param claim lightuserdata? of a handle whose state ended without its collector: the handle is
--- closed first. At most once a handle; raises where it is no claim, or the handle was the last one
--- and is closed
---@return boolean more
function svc.reclaim(claim) end

--- Verifies a publication in memory as `svc.open` does.
---@param bytes string
---@param options svc.OpenOptions
---@return svc.Info?
---@return string? reason
function svc.check_publication(bytes, options) end

--- Writes the publication, opened with `unfinished`, with further signatures.
---@param path string where to; may be its own
---@param private_keys string|string[] PEM texts, of signers who have not signed yet
---@return svc.Info?
---@return string? reason
function publication:sign(path, private_keys) end

-- Pointers of a channel -----------------------------------------------------------------------

---@class svc.PointerFile
---@field from? string of a patch: the digest of the publication that it changes
---@field length integer bytes
---@field sha256 string

---@class svc.Pointer
---@field sequence integer of the publication
---@field created integer
---@field expires integer
---@field digest string of the publication
---@field length integer of the publication, in bytes
---@field whole svc.PointerFile
---@field patches svc.PointerFile[] by ascending `from`
---@field signers string[] public keys; from `check_pointer`

--- Reads a pointer (csrc/publication/pointer.h): whether its signatures hold, are trusted, and it
--- neither expired nor is older than what is remembered.
---@param text string
---@param options svc.OpenOptions
---@return svc.Pointer?
---@return string? reason
function svc.check_pointer(text, options) end

--- The text of a pointer without signatures. Raises on members that cannot be used.
---@param pointer svc.Pointer
---@return string
function svc.make_pointer(pointer) end

--- The text of a pointer with the signatures of further keys.
---@param text string
---@param private_keys string|string[] PEM texts
---@return string?
---@return string? reason
function svc.sign_pointer(text, private_keys) end

-- Proofs of answers ---------------------------------------------------------------------------

---@class svc.Proven
---@field id string of the publication
---@field digest string of the publication
---@field sequence integer
---@field created integer
---@field expires integer
---@field tree string documents, verses:en, …
---@field signers string[] public keys

--- Checks that trusted keys signed an answer that gives an item or verses, as
--- its proof shows; binding/lua_proof.c draws a proof. Addresses of the host (`url`,
--- `markdown_url`) are not proven beyond their path. Whether the answer is to what was asked is for
--- the caller to see.
---@param answer string the body, byte by byte: canonical JSON
---@param proof string
---@param options svc.OpenOptions with a state, an older publication than seen before is refused
---@return svc.Proven?
---@return string? reason
function svc.verify_proof(answer, proof, options) end

---@class svc.Document
---@field content_id string
---@field assetId string
---@field alignmentId string
---@field conceptId string
---@field learningObjectId string
---@field lensId string
---@field locale svc.Locale
---@field section svc.Section
---@field route string without locale
---@field title string
---@field description? string
---@field updated? string `YYYY-MM-DD`
---@field readable boolean it has a text

--- An open publication. Close it, or leave it to the collector; used after that, it raises.
---@class svc.Publication
local publication = {}

---@return svc.Info
function publication:info() end

---@param content_id string
---@return svc.Document?
function publication:document(content_id) end

--- The content ids of a thing in every locale it is in: they differ in the locale alone.
---@param content_id string
---@param routes? boolean true: its routes in place of its ids
---@return table<svc.Locale, string>
function publication:translations(content_id, routes) end

--- Adds the links to a thing in other locales, in their order, to those of a header field `Link`
--- (RFC 8288): `<…>; rel="alternate"; hreflang="de"`. One that would be too much is left out.
---@param content_id string
---@param before string what stands before its id in an address, which is encoded
---@param behind string
---@param links string those there are
---@param most integer bytes of all: 1..1024
---@return string
---@return svc.Locale? locale of the id
function publication:alternates(content_id, before, behind, links, most) end

---@param locale svc.Locale
---@param route string
---@return svc.Document?
function publication:route(locale, route) end

--- The document that a reference means: a content id, `svc://content/{id}`, or
--- `{site_url}/{locale}/{route}`, with or without `.md`, query and fragment. It has a `verse` where
--- the fragment is `#verse-{n}`, whether there is such a verse or not.
---@param reference string
---@param site_url string without a slash at its end
---@return svc.Document?
---@return ("not_found"|"foreign")? reason foreign: an URL of another origin
function publication:resolve(reference, site_url) end

--- The Markdown of a document; nil when it has none or does not exist.
---@param content_id string
---@return string?
function publication:text(content_id) end

--- The document that a reference means, as `resolve` takes it, as the canonical JSON of the
--- contract's Content, which costs a fraction of the table.
---@param reference string
---@param site_url string what its URLs begin with
---@return userdata? JSON as `svc.raw_json` marks it
---@return string content_id; behind a nil the reason: that of `resolve`, or "unreadable"
---@return integer? verse of a surah that the reference names and that it has: its URL names it
function publication:content(reference, site_url) end

--- The Markdown of a document with whole addresses in place of those that lead within the site.
---@param content_id string
---@param site_url string without a slash at its end
---@return string? nil when it has none or does not exist
function publication:whole_text(content_id, site_url) end

--- The HTML that publishing made of a document's text, as `svc.html` makes it, and its headings;
--- nil when it has no text or does not exist. Empty for a surah: its page is made of its verses.
---@param content_id string
---@return string?
---@return { level: integer, id: string, text: string }[]? headings
function publication:html(content_id) end

--- Iterates over documents in their order: locale, section, route.
---@param locale? svc.Locale all of them unless told
---@param section? svc.Section
---@param skipped? integer how many of them are passed over, 0 unless told; O(1)
---@return fun(): svc.Document?
function publication:each(locale, section, skipped) end

--- How many documents of a section stand before those below a path, which begin with it and a
--- slash, and how many these are: `each` enters there. Without any, where they would stand, and 0.
--- Paths that differ in leading zeros alone, `a/2` and `a/02`, are one place of the order, and have
--- the documents of both. O(log n).
---@param locale svc.Locale
---@param section svc.Section
---@param path string such as `material/physics`
---@return integer skipped
---@return integer count
function publication:below(locale, section, path) end

--- True where a document lies below a path, in any section. O(log n).
---@param locale svc.Locale
---@param path string
---@return boolean
function publication:holds(locale, path) end

---@class svc.Folder
---@field path string a route without its last segment, or all of a route of one segment
---@field count integer documents with a text that lie directly in it

--- The first folders of a section, in the order of their first documents, and how many documents of
--- the whole section have a text. O(documents of the section).
---@param locale svc.Locale
---@param section svc.Section
---@param most integer 1 to 256
---@return svc.Folder[]
---@return integer readable
function publication:folders(locale, section, most) end

--- The newest documents with a text and a date, those of one day by their routes. O(documents of
--- the locale or section).
---@param locale svc.Locale
---@param section svc.Section? all of them where it is nil
---@param most integer 1 to 64
---@return svc.Document[]
function publication:newest(locale, section, most) end

--- Number of documents of each locale.
---@return { locale: svc.Locale, count: integer }[]
function publication:counts() end

--- The vocabularies of the taxonomy. Lists are marked as JSON arrays.
---@param locale svc.Locale
---@return { categories: string[], countries: svc.Label[], exams: svc.Label[] }
function publication:labels(locale) end

---@alias svc.LabelKind "category"|"country"|"exam"|"folder"|"credit"|"alias"

--- The label that people read for a name, nil when none was published. O(labels).
---@param locale svc.Locale
---@param kind svc.LabelKind
---@param id string of a folder its path in routes, such as `material/mathematics`; of a credit
--- `authors`, `licence` or `licence-url`, of one document with a slash and its route behind; of an
--- alias a former route, and what it gives is the route of today
---@return string?
function publication:label(locale, kind, id) end

---@class svc.Label
---@field id string
---@field label string

---@class svc.Image
---@field type string media type
---@field width integer pixels
---@field height integer pixels

---@class svc.Asset: svc.Image
---@field name string `{stem}.{first 16 digits of the digest}.{svg, png or webp}`
---@field digest string
---@field length integer bytes

--- An image that texts show; nil when there is none of that name.
---@param name string
---@return svc.Asset?
---@return string? bytes
function publication:asset(name) end

--- The images, by ascending name. The list is marked as a JSON array.
---@return svc.Asset[]
function publication:assets() end

---@class svc.PathBounds
---@field levels string[] lower, upper
---@field least_minutes integer
---@field most_minutes integer
---@field most_after integer lessons that a step leans on
---@field most_steps integer of all paths together

---@class svc.Step
---@field lesson string learning object id, `lo:material:{subject}:{lesson}`
---@field level? "lower"|"upper" school years up to the tenth, or up to the final exam
---@field minutes? integer that it takes with its exercises; stated where the level is
---@field after? string[] lessons that it leans on; an empty list where it was read and has none

--- The paths of the subjects: by ascending subject, its lessons in the order in which to learn
--- them. A lesson need not be there in every locale. The list is marked as a JSON array.
---@return svc.Step[]
function publication:paths() end

--- Number of verses of a surah, 3 to 286; nil when there is no such surah.
---@param surah integer
---@return integer?
function publication:verse_count(surah) end

---@class svc.Surah
---@field name string transliterated, as books in the locale's language write it
---@field arabic_name string
---@field meaning { locale: svc.Locale, text: string } in English where the locale has none
---@field revelation "Meccan"|"Medinan"
---@field verses integer how many it has

--- The names of a surah; nil where it does not exist, or the locale has no Quran.
---@param surah integer 1..114
---@param locale? svc.Locale en unless told
---@return svc.Surah?
function publication:surah(surah, locale) end

--- The terms of use of the sources that readers of a locale meet, each member nil where
--- nothing is said; nil where there is no Quran in the locale.
---@param locale? svc.Locale en unless told
---@return { arabic: string?, translation: string?, tafsir: string? }?
function publication:terms(locale) end

--- Verses `from` to `to`, with every member of the contract's QuranReference but the two URLs; nil
--- where there are no such verses, or no Quran in the locale.
---@param surah integer 1..114
---@param from integer
---@param to integer
---@param locale svc.Locale
---@param include_tafsir boolean
---@return table?
---@return string? reason
function publication:quran(surah, from, to, locale, include_tafsir) end

--- The same as its canonical JSON, which costs a fraction of the table, and with the two URLs.
---@param surah integer 1..114
---@param from integer
---@param to integer
---@param locale svc.Locale
---@param include_tafsir boolean
---@param site? string what the URLs begin with; without it they are left out
---@return string?
---@return string? reason
function publication:quran_json(surah, from, to, locale, include_tafsir, site) end

--- The proof of a document: JSON for `svc.verify_proof`; nil when there is no such document.
---@param content_id string
---@return string?
function publication:proof(content_id) end

--- The proof of verses `from` to `to`, as `publication:quran` gives them; nil where that is nil.
---@param locale svc.Locale
---@param surah integer
---@param from integer
---@param to? integer `from` unless told
---@return string?
function publication:verse_proof(locale, surah, from, to) end

---@class svc.Query
---@field queries? string|string[] up to 4 phrasings of at most 512 bytes; none: browse in order
---@field section? svc.Section
---@field below? string path of a folder of `section`, the only one that is searched
---@field locale? svc.Locale en unless told
---@field limit? integer 10 unless told
---@field offset? integer 0 unless told
---@field site? string the site whose URLs name items; one of another site may be a text as well
---@field marks? boolean whether hits say where their excerpts have what was asked for
---@field evidence? boolean whether hits say what their scores are made of
---@field excerpts? boolean whether hits have excerpts; true unless told
---@field json? boolean whether `items` is the JSON of the contract's items, with URLs below `site`,
--- which costs a fraction of the tables

---@class svc.EvidenceTerm
---@field typed string|nil the word; nil where the query is the whole title
---@field group string|nil the stem or identifier that is found; nil for a title
---@field evidence string how it comes to stand for the word
---@field units integer that have it
---@field weight integer
---@field points integer weight × impact

--- Points, and per cent of the query's weight that is here, stands together, is in the title, is as
--- it was typed.
---@class svc.Evidence
---@field score integer
---@field form integer
---@field pairs integer
---@field held integer
---@field together integer
---@field titled integer
---@field typed integer
---@field scale integer per cent on the score of verses that the query points to
---@field terms svc.EvidenceTerm[]

---@class svc.Hit: svc.Document
---@field excerpt? string plain text around the match
---@field marks? integer[] first and last byte of each word of the excerpt that was asked for
---@field evidence? svc.Evidence nil where the query names the hit
---@field verse? integer the verse that matched, when the document is a surah

--- Searches. The same query gives the same page, always. Raises where the query has a member that
--- is none of these.
---@param query svc.Query
---@return { items: svc.Hit[] | userdata, count: integer, has_more: boolean, known: boolean }
--- `known` where `advise` would find nothing wrong
function publication:search(query) end

--- Advice on a query that finds little. Nothing is searched for.
---@param query svc.Query
---@return { missing: string[], meant?: string, elsewhere: svc.Locale[] }
--- `missing`: the words that nothing of the locale has; `meant`: the phrasing with mistyped
--- words mended, where that leaves no word missing; `elsewhere`: where words are missing, locales
--- that have them all
function publication:advise(query) end

--- Releases the publication. May be called twice.
function publication:close() end

--- Number of verses of a surah, 3 to 286; nil when there is no such surah.
---@param surah integer
---@return integer?
function svc.verse_count(surah) end

--- Verses, a surah or a juz that a text names. `first` and `last` are absent where the whole surah
--- is meant, or verses that it does not have; `asked_first` and `asked_last` are what was written.
---@class svc.Reference
---@field surah integer 1 to 114
---@field first? integer verse of `surah`
---@field last? integer verse of `last_surah`
---@field last_surah integer another than `surah` only in a juz
---@field juz? integer 1 to 30, where a juz was named
---@field asked_first? integer
---@field asked_last? integer
---@field evidence svc.Evidence

--- The evidence that a text is a reference. "near": the one name that a misspelled one is clearly
--- nearest to; "loose": numbers that are one only where nothing else is asked for; "decimal",
--- "ratio" and "word" have other meanings as well.
---@alias svc.Evidence "explicit"|"name"|"numbers"|"decimal"|"ratio"|"word"|"near"|"loose"

--- Reads a text as a reference, in any of the forms of csrc/quran/reference.h: "2:255",
--- "QS 36:1-5", "Sure 36", "al-baqarah 255", "ayat kursi", "juz 30", an address at quran.com.
---@param text string
---@return svc.Reference? # nil where the text is none, or not for certain
---@return svc.Reference[]? # then at most three that may have been meant, the likeliest first
function svc.quran_reference(text) end

--- The surahs that an unfinished text may become the name of: "surat al-fati".
---@param text string
---@return integer[] surahs by number, at most 6
function svc.quran_begun(text) end

-- Publishing ----------------------------------------------------------------------------------

--- True when an image may be published: a PNG, WebP or JPEG that stands still and holds nothing
--- else, or an SVG of the safe subset that csrc/store/svg.h describes.
---@param name string of a file; its extension tells the type
---@param bytes string
---@return svc.Image?
---@return string? reason
function svc.check_image(name, bytes) end

--- An image without what it holds beside its picture, as `svc.check_image` takes it.
---@param name string of a file; its extension tells the type
---@param bytes string
---@return string? bytes
---@return string removed the names of what was left out, with commas between; or the reason
function svc.clean_image(name, bytes) end

---@class svc.NewDocument
---@field id string `asset:{locale}:{section}:{path}`, lower-case kebab segments joined by colons
---@field concept string `concept:{subject}:{concept}`
---@field lens string `lens:{section}[:{subject}]`
---@field route string letters, digits and `-._~` in segments joined by slashes; not ending in `.md`
---@field title string one line
---@field description? string one line
---@field text? string Markdown; without one the document is citation-only
---@field updated? string `YYYY-MM-DD`
---@field labels? string[] localised words that search finds it by

---@class svc.WriteOptions
---@field private_key string|string[] PEM texts; 1 to 16, those who sign later counted
---@field later? string[] public keys of signers who sign later, by `publication:sign`
---@field sequence integer 1 to 2^53, greater than that of the publication it replaces
---@field created integer
---@field expires integer later than `created`
---@field previous? string digest of the publication it replaces
---@field cache? svc.RenderCache renditions that were made before
---@field brief? boolean texts are left out of the search, for a preview in haste
---@field progress? fun(stage: "write"|"index"|"sign", done: integer, total: integer)

--- Gathers what is to be published. Malformed input raises: importers check it before.
---@class svc.Builder
local builder = {}

---@class svc.Watcher
local watcher = {}

---@class svc.Event
---@field folder integer its number
---@field name? string of the entry that was written, made, moved or removed
---@field is_folder boolean the entry is a folder
---@field lost boolean events were lost, or the folder itself is gone

--- Notices changes of folders (inotify), without using a processor while nothing happens.
---@return svc.Watcher?
---@return string? reason
function svc.watcher() end

--- Watches the entries of a folder, not of those below it.
---@param folder string
---@return integer? number in its events
---@return string? reason
function watcher:add(folder) end

---@param number integer
function watcher:remove(number) end

--- Waits for events.
---@param seconds number? without it as long as it takes
---@return boolean found
function watcher:wait(seconds) end

---@return svc.Event[] events since they were read last; does not wait
function watcher:read() end

---@return integer descriptor that becomes readable, as socket.select takes it
function watcher:getfd() end

function watcher:close() end

---@class svc.RenderCache
local render_cache = {}

--- Renditions of texts that were made before. A builder that writes with it parses only the texts
-- that it does not have, and its file is the same as without it.
---@param path string? of `save`, whose files are passed over where they cannot be used
---@param stamp string? names the program that makes renditions
---@return svc.RenderCache
function svc.render_cache(path, stamp) end

--- Writes those of the last publication to 16 files; files that did not change are
--- left as they are.
---@param path string what their names begin with
---@param stamp string
---@return true?
---@return string? reason
function render_cache:save(path, stamp) end

---@return svc.Builder
function svc.builder() end

---@param document svc.NewDocument
---@return svc.Builder self
function builder:document(document) end

---@param label { kind: svc.LabelKind, locale: svc.Locale, id: string, label: string }
---@return svc.Builder self
function builder:label(label) end

--- Sets the titles of alerts in the HTML of a locale's texts, in English unless told.
---@param locale svc.Locale
---@param titles string[] of a note, a tip, what is important, a warning and a caution
---@return svc.Builder
function builder:alerts(locale, titles) end

--- Adds that who searches for `words` also finds `finds`, in a locale: a synonym, another spelling,
--- a name as another translation has it. Each side has one to eight words.
---@param variant { locale: svc.Locale, words: string, finds: string }
---@return svc.Builder self
function builder:variant(variant) end

--- Adds an image, once.
---@param asset { name: string, bytes: string } named as `svc.Asset` says
---@return svc.Builder self
function builder:asset(asset) end

--- Adds the paths of the subjects, once, in the order in which `publication:paths` gives them.
--- csrc/store/paths.h says what is accepted.
---@param steps svc.Step[]
---@return svc.Builder self
function builder:paths(steps) end

--- Adds the Quran, once; csrc/binding/quran.h gives the shape of the table.
---@param book table
---@return svc.Builder self
function builder:quran(book) end

--- Orders, indexes, signs and writes the publication, and uses the builder up. The same documents
--- in any order, with the same options, give the same bytes. The file appears under its name only
--- when it is complete and on the disk.
---@param path string
---@param options svc.WriteOptions
---@return svc.Info?
---@return string? reason
function builder:write(path, options) end

return svc
