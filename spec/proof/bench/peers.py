#!/usr/bin/python3
"""Measures SQLite FTS5 or Xapian as queries.lua measures svc, and prints the same JSON line.

    /usr/bin/python3 spec/proof/bench/peers.py fts5|xapian DOCS.jsonl LOCALE QUERIES.jsonl \\
        [rounds [snippets]]
    /usr/bin/python3 spec/proof/bench/peers.py fts5|xapian DOCS.jsonl LOCALE QUERIES.jsonl trec DEPTH

OR queries, top ten, stemming of the locale where the engine has it, single-threaded and warm. Times
are processor times of the search call. No excerpts are made, which is to the peers' advantage; with
`snippets` the text is stored, and each hit gets the snippet that the engine has a function for, of
as many characters as an excerpt of svc has at most.
With `rounds` it prints a line whenever it reads one, until `end`; with `trec` it prints a TREC run.
The queries run once unmeasured before each line.
"""
import json
import os
import re
import sys
import tempfile
import time


def lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def words(text):
    return re.findall(r"\w+", text.lower())


SNIPPET = 240  # characters
SNIPPET_WORDS = 40


class Fts5:
    def __init__(self, folder, locale, snippets):
        import sqlite3
        stemmer = "porter " if locale == "en" else ""  # the only one it has
        self.path = os.path.join(folder, "fts5.db")
        self.base = sqlite3.connect(self.path)
        self.base.execute("CREATE VIRTUAL TABLE docs USING fts5(title, text, "
                          "tokenize='%sunicode61'%s)" % (stemmer, "" if snippets else ", content=''"))
        shown = "snippet(docs, 1, '', '', '…', %d)" % SNIPPET_WORDS if snippets else "NULL"
        self.select = ("SELECT rowid, %s FROM docs WHERE docs MATCH ? "
                       "ORDER BY bm25(docs) LIMIT ?" % shown)

    def build(self, docs):
        self.base.executemany("INSERT INTO docs(rowid, title, text) VALUES (?, ?, ?)",
                              ((i + 1, d["title"], d["text"]) for i, d in enumerate(docs)))
        self.base.commit()

    def size(self):
        return os.path.getsize(self.path)

    def search(self, text, depth=10):
        query = " OR ".join('"%s"' % w for w in words(text))
        return [row[0] for row in self.base.execute(self.select, (query, depth))]


LANGUAGES = {"en": "english", "de": "german", "id": "indonesian", "ar": "arabic"}


class Xapian:
    def __init__(self, folder, locale, snippets):
        import xapian
        self.xapian = xapian
        self.path = os.path.join(folder, "xapian")
        self.stemmer = xapian.Stem(LANGUAGES[locale])
        self.snippets = snippets

    def build(self, docs):
        base = self.xapian.WritableDatabase(self.path, self.xapian.DB_CREATE_OR_OPEN)
        generator = self.xapian.TermGenerator()
        generator.set_stemmer(self.stemmer)
        for d in docs:
            entry = self.xapian.Document()
            generator.set_document(entry)
            generator.index_text(d["title"])
            generator.increase_termpos()
            generator.index_text(d["text"])
            if self.snippets:
                entry.set_data(d["text"])
            base.add_document(entry)
        base.commit()
        base.close()
        self.base = self.xapian.Database(self.path)
        self.parser = self.xapian.QueryParser()
        self.parser.set_stemmer(self.stemmer)
        self.parser.set_stemming_strategy(self.xapian.QueryParser.STEM_SOME)
        self.parser.set_default_op(self.xapian.Query.OP_OR)
        self.enquire = self.xapian.Enquire(self.base)

    def size(self):
        return sum(e.stat().st_size for e in os.scandir(self.path))

    def search(self, text, depth=10):
        self.enquire.set_query(self.parser.parse_query(" ".join(words(text))))
        found = self.enquire.get_mset(0, depth)
        if self.snippets:
            for m in found:
                found.snippet(m.document.get_data(), SNIPPET, self.stemmer)
        return [m.docid for m in found]


def measure(peer, queries):
    times = []
    for query in queries:
        at = time.process_time()
        peer.search(query)
        times.append(time.process_time() - at)
    return times


def report(build, docs, peer, times):
    total, times = sum(times), sorted(times)
    print(json.dumps({
        "build_seconds": build,
        "text_bytes": sum(len((d["title"] + d["text"]).encode()) for d in docs),
        "index_bytes": peer.size(),
        "p50_ms": times[len(times) // 2] * 1000,
        "p99_ms": times[int(len(times) * .99)] * 1000,
        "qps": len(times) / total,
    }), flush=True)


def trec(peer, docs, queries, depth):
    for query in queries:
        for rank, number in enumerate(peer.search(query["text"], depth)):
            print(query["id"], "Q0", docs[number - 1]["id"], rank + 1, depth - rank, "peer")


def main():
    peer_name, docs_path, locale, queries_path, *mode = sys.argv[1:]
    docs = list(lines(docs_path))
    queries = list(lines(queries_path))
    with tempfile.TemporaryDirectory() as folder:
        peer = {"fts5": Fts5, "xapian": Xapian}[peer_name](folder, locale, "snippets" in mode)
        started = time.process_time()
        peer.build(docs)
        build = time.process_time() - started
        if mode[:1] == ["trec"]:
            trec(peer, docs, queries, int(mode[1]))
            return
        texts = [q["text"] for q in queries]
        for line in sys.stdin if mode[:1] == ["rounds"] else [None]:
            if line == "end\n":
                break
            measure(peer, texts)
            report(build, docs, peer, measure(peer, texts))


main()
