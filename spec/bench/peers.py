#!/usr/bin/python3
"""Measures SQLite FTS5 or Xapian as queries.lua measures svc, and prints the same JSON line.

    /usr/bin/python3 spec/bench/peers.py fts5|xapian DOCS.jsonl QUERIES.jsonl

OR queries, top ten, English stemming, single-threaded and warm; no excerpts are made, which is to
the peers' advantage. Times are processor times of the search call.
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


class Fts5:
    def __init__(self, folder):
        import sqlite3
        self.path = os.path.join(folder, "fts5.db")
        self.base = sqlite3.connect(self.path)
        self.base.execute("CREATE VIRTUAL TABLE docs USING fts5(title, text, "
                          "tokenize='porter unicode61', content='')")

    def build(self, docs):
        self.base.executemany("INSERT INTO docs(rowid, title, text) VALUES (?, ?, ?)",
                              ((i + 1, d["title"], d["text"]) for i, d in enumerate(docs)))
        self.base.commit()

    def size(self):
        return os.path.getsize(self.path)

    def search(self, text):
        query = " OR ".join('"%s"' % w for w in words(text))
        return self.base.execute("SELECT rowid FROM docs WHERE docs MATCH ? "
                                 "ORDER BY bm25(docs) LIMIT 10", (query,)).fetchall()


class Xapian:
    def __init__(self, folder):
        import xapian
        self.xapian = xapian
        self.path = os.path.join(folder, "xapian")
        self.stemmer = xapian.Stem("english")

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

    def search(self, text):
        self.enquire.set_query(self.parser.parse_query(" ".join(words(text))))
        return [m.docid for m in self.enquire.get_mset(0, 10)]


def main():
    peer_name, docs_path, queries_path = sys.argv[1:4]
    docs = list(lines(docs_path))
    queries = [q["text"] for q in lines(queries_path)]
    with tempfile.TemporaryDirectory() as folder:
        peer = {"fts5": Fts5, "xapian": Xapian}[peer_name](folder)
        started = time.process_time()
        peer.build(docs)
        build = time.process_time() - started
        times = []
        for _ in range(2):
            times = []
            for query in queries:
                at = time.process_time()
                peer.search(query)
                times.append(time.process_time() - at)
        total, times = sum(times), sorted(times)
        print(json.dumps({
            "build_seconds": build,
            "text_bytes": sum(len((d["title"] + d["text"]).encode()) for d in docs),
            "index_bytes": peer.size(),
            "p50_ms": times[len(times) // 2] * 1000,
            "p99_ms": times[int(len(times) * .99)] * 1000,
            "qps": len(times) / total,
        }))


main()
