// A verifier of proofs, written from the page /docs/proofs (lua/site/assets/proofs.md) alone.
//   node verify_proof.mjs ANSWER PROOF TRUST [NOW]   files; one line, exit status 0 or 1
// NOW is in Unix seconds. It prints `good SEQUENCE EXPIRES` or `refused: …`.
import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { ascending, holds, need, readTrust, sha256 } from './trust.mjs'

const digest = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const plain = value => value !== null && typeof value === 'object' && !Array.isArray(value)

function write(value) {
  if (Array.isArray(value)) return `[${value.map(write)}]`
  if (!plain(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map(name => `${JSON.stringify(name)}:${write(value[name])}`)}}`
}
function read(bytes, most) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const value = JSON.parse(text)
  need(bytes.length <= most && plain(value) && write(value) === text, 'not canonical')
  return value
}
function hex(text, size) {
  need(/^([0-9a-f]{2})+$/.test(text) && text.length === (size ? 2 * size : text.length), 'digits')
  return Buffer.from(text, 'hex')
}
function list(values, most, size) {
  need(Array.isArray(values) && values.length <= most, 'no list, or a long one')
  return values.map(text => hex(text, size))
}
function readManifest({ header, manifest, signatures, sequence, expires }, trust, now, seen) {
  const h = hex(header, 64), m = hex(manifest), made = list(signatures, 16, 64)
  const [number, long] = [at => m.readUInt32LE(at), at => Number(m.readBigUInt64LE(at))]
  const [s, n, t] = [92, 96, 100].map(number), by = 104 + 24 * s, at = by + 32 * n
  need([s, n, t].every(count => count >= 1 && count <= 16) && m.length === at + 48 * t
    && n === made.length && number(88) === 1, 'manifest: counts')
  need(h.toString('hex', 0, 12) === '895356500d0a1a0a03000000', 'header')
  const signers = made.map((_, i) => m.toString('hex', by + 32 * i, by + 32 * i + 32))
  need(ascending(signers) && signers.every((key, i) => holds(key,
    'application/vnd.svc.publication.v3', Buffer.concat([h, m]), made[i].toString('hex'))),
  'signature')
  need(signers.filter(key => trust.publication.keys.includes(key)).length
    >= trust.publication.threshold, 'threshold')
  const trees = Array.from({ length: t }, (_, i) => at + 48 * i).map(at => ({
    id: number(at), zero: number(at + 4), size: long(at + 8), root: m.subarray(at + 16, at + 48) }))
  need(ascending(trees.map(({ id }) => id))
    && trees.every(({ zero, size }) => zero === 0 && size >= 1 && size <= 2 ** 32), 'trees')
  need(sequence === long(64) && sequence >= 1 && sequence <= 2 ** 53 && expires === long(80)
    && expires > long(72) && expires <= 2 ** 53 && expires > now, 'sequence or expiry')
  need(seen.every(([key, before, same]) => trust.revoked.includes(key) || sequence > before
    || (sequence === +before && same === sha256(m))), 'older')
  return trees
}

function checkAddresses({ url, markdown_url, locale, route, section, verses }) {
  need(typeof url === 'string', 'addresses')
  const path = `/${locale}/${route}`, [page, verse, ...more] = url.split('#')
  const site = page.slice(0, -path.length), [, host] = site.match(/^https?:[/][/]([^/]*)/) ?? []
  need(page === site + path && host && ![...site].some(c => c <= ' ' || '?@\\\x7f'.includes(c))
    && markdown_url === `${page}.md` && !more.length, 'addresses')
  const number = Number(verse?.slice('verse-'.length))
  need(verse === undefined || (section === 'quran' && !verses && number >= 1 && number <= 286
    && verse === `verse-${number}`), 'fragment')
}

function leavesOf(answer, proof) {
  const { url, markdown_url, ...rest } = answer
  const leaf = value => digest(Buffer.of(0), Buffer.from(write(value)))
  checkAddresses(answer)
  const tafsir = proof.tafsir && list(proof.tafsir, 286, 32).map(bytes => bytes.toString('hex'))
  if (!rest.verses) return need(!tafsir, 'tafsir') ?? [leaf(rest)]
  need(rest.verses.length >= 1 && rest.verses.length <= 286
    && (!tafsir || tafsir.length === rest.verses.length), 'verses')
  return rest.verses.map(({ tafsir: text, ...verse }, i) => {
    need(text === undefined || sha256(Buffer.from(text)) === tafsir?.[i], 'tafsir')
    const verses = [tafsir ? { ...verse, tafsir: tafsir[i] } : verse]
    return leaf({ ...rest, verses, pre_bismillah: i ? null : rest.pre_bismillah })
  })
}

function climb(nodes, first, count, path) {
  for (let last = first + nodes.length - 1; count > 1; count = Math.ceil(count / 2)) {
    if (first % 2) nodes.unshift(path.shift() ?? need(false, 'path'))
    if (last % 2 === 0 && last < count - 1) nodes.push(path.shift() ?? need(false, 'path'))
    nodes = nodes.flatMap((left, i) => i % 2 ? [] :
      [nodes[i + 1] ? digest(Buffer.of(1), left, nodes[i + 1]) : left])
    first = Math.floor(first / 2), last = Math.floor(last / 2)
  }
  need(!path.length, 'path')
  return nodes[0]
}

const MEMBERS = 'expires,header,leaf_index,manifest,path,sequence,signatures,tree,tree_size'
const TREES = { documents: 1, 'verses:en': 2, 'verses:id': 3, 'verses:de': 4 }

// `answer` and `proof` are bytes, `trust` a path, `seen` a list of [key, sequence, digest].
export function check({ answer: answerBytes, proof: proofBytes, trust, now, seen = [] }) {
  const answer = read(answerBytes, 2 ** 26), proof = read(proofBytes, 32768)
  need(`${Object.keys(proof).filter(name => name !== 'tafsir')}` === MEMBERS, 'members')
  const trees = readManifest(proof, readTrust(trust, now, { version: 0 }), now, seen)
  need(proof.tree === (answer.verses ? `verses:${answer.locale}` : 'documents'), 'another tree')
  const tree = trees.find(({ id }) => id === TREES[proof.tree]), first = proof.leaf_index
  const leaves = leavesOf(answer, proof)
  need(tree && proof.tree_size === tree.size && Number.isSafeInteger(first) && first >= 0
    && first + leaves.length <= tree.size, 'place')
  need(climb(leaves, first, tree.size, list(proof.path, 66, 32)).equals(tree.root), 'root')
  return `good ${proof.sequence} ${proof.expires}`
}

if (process.argv[1] === import.meta.filename) {
  const [answer, proof] = process.argv.slice(2, 4).map(path => readFileSync(path))
  const [, , , , trust, now = Date.now() / 1000] = process.argv
  try {
    console.log(check({ answer, proof, trust, now: Number(now) }))
  } catch (error) {
    console.log(`refused: ${error.message}`)
    process.exitCode = 1
  }
}
