// A second verifier of publications, written from the drawings in csrc/publication/format.h,
// trust.h and state.h and nothing else of the engine. Only Node's own modules.
//
//   node verify.mjs PUBLICATION TRUST [NOW [STATE]]     one line, exit status 0 or 1
//   node verify.mjs --batch FILE                        a line of such arguments, tab-separated,
//                                                       for a line of outcome
//
// NOW is in Unix seconds. A line of outcome is `good …` or `refused: …`.
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { ascending, holds, need, readTrust, sha256 } from './trust.mjs'

const align = n => Math.ceil(n / 64) * 64

// --- the state ---

function readState(path) {
  if (!path || !existsSync(path)) return { pin: { version: 0 }, entries: [] }
  const [format, root, ...keys] = readFileSync(path, 'latin1').trimEnd().split('\n')
  const [, version, digest] = root.split(' ')
  need(format === 'svc-state 1', 'state: another format')
  return { pin: { version: Number(version), digest }, entries: keys.map(line => line.split(' ')) }
}

function checkState({ entries }, { revoked }, sequence, digest) {
  for (const [, key, accepted, before] of entries) {
    if (revoked.includes(key)) continue
    need(sequence >= Number(accepted), 'rollback: a greater sequence was accepted before')
    need(sequence > Number(accepted) || digest === before, 'rollback: the same sequence again')
  }
}

// --- the publication ---

// An unsigned 64-bit integer; one above 2^53 is refused wherever it stands.
function u64(bytes, at) {
  const value = bytes.readBigUInt64LE(at)
  need(value <= 2n ** 53n, 'a number above 2^53')
  return Number(value)
}

// Pieces of `size` bytes; the last may be shorter.
function pieces(bytes, size) {
  return Array.from({ length: Math.ceil(bytes.length / size) },
    (_, i) => bytes.subarray(i * size, (i + 1) * size))
}

function readHeader(file) {
  need(file.length >= 64 && file.length <= 2 ** 32, 'header: size')
  need(file.toString('latin1', 0, 8) === '\x89SVP\r\n\x1a\n', 'header: magic')
  need(file.readUInt32LE(8) === 3 && file.readUInt32LE(12) === 0, 'header: format or flags')
  const [length, start, size, end, signatures, digests] =
    [16, 24, 32, 40, 48, 56].map(at => u64(file, at))
  need(length === file.length && end + signatures === length, 'header: length')
  need(digests > 64 && digests % 64 === 0 && size >= 104 && end === start + size
    && start === digests + 32 * Math.ceil((digests - 64) / 65536), 'header: manifest')
  need(signatures % 64 === 0 && signatures >= 64 && signatures <= 1024, 'header: signatures')
  return { m: file.subarray(start, end), content: file.subarray(64, digests),
    digests: file.subarray(digests, start),
    signatures: pieces(file.subarray(end), 64).map(bytes => bytes.toString('hex')) }
}

function readManifest({ m, digests, signatures }) {
  const [sequence, created, expires] = [64, 72, 80].map(at => u64(m, at))
  const [reader, sections, signers, trees] = [88, 92, 96, 100].map(at => m.readUInt32LE(at))
  const keysAt = 104 + 24 * sections, treesAt = keysAt + 32 * signers
  need(sections >= 1 && sections <= 16 && signers === signatures.length, 'manifest: counts')
  need(trees >= 1 && trees <= 16 && m.length === treesAt + 48 * trees, 'manifest: length')
  need(reader === 1 && sequence >= 1 && created < expires, 'manifest: fields')
  need(sha256(Buffer.concat([m.subarray(104, keysAt), digests])) === m.toString('hex', 0, 32),
    'manifest: id')
  const keys = pieces(m.subarray(keysAt, treesAt), 32).map(bytes => bytes.toString('hex'))
  need(ascending(keys), 'manifest: signers out of order')
  return { sequence, expires, keys, table: pieces(m.subarray(104, keysAt), 24),
    trees: pieces(m.subarray(treesAt), 48).map(bytes => ({ id: bytes.readUInt32LE(0),
      zero: bytes.readUInt32LE(4), size: u64(bytes, 8), root: bytes.subarray(16) })),
    digests: pieces(digests, 32).map(bytes => bytes.toString('hex')) }
}

// --- its trees ---

// The levels of nodes over those of level 0.
function* levels(nodes) {
  yield nodes
  if (nodes.length === 1) return
  yield* levels(Array.from({ length: Math.ceil(nodes.length / 2) }, (_, i) => {
    const [left, right] = nodes.slice(2 * i, 2 * i + 2)
    const both = [Buffer.of(1), left, right]
    return right ? createHash('sha256').update(Buffer.concat(both)).digest() : left
  }))
}

// The stored nodes are those of every third level, and make the roots. Leaves that are not stored
// have no part in it: their lowest level is the first of a smaller tree.
function checkTrees(stored, trees) {
  need(ascending(trees.map(({ id }) => id)), 'trees: order')
  for (const { id, zero, size, root } of trees) {
    need(zero === 0 && size >= 1 && size <= 2 ** 32, 'trees: size')
    const lowest = Math.ceil(size / (id === 1 ? 1 : 8))
    need(stored.length >= 32 * lowest, 'trees: cut off')
    const all = [...levels(pieces(stored.subarray(0, 32 * lowest), 32))]
    const kept = all.filter((nodes, i) => i === 0 || (i % 3 === 0 && nodes.length > 1)).flat()
    need(stored.subarray(0, 32 * kept.length).equals(Buffer.concat(kept)), 'trees: nodes')
    need(all.at(-1)[0].equals(root), 'trees: root')
    stored = stored.subarray(32 * kept.length)
  }
  need(stored.length === 0, 'trees: nodes of no tree')
}

function checkSections(file, start, table) {
  let end = 64
  for (const entry of table) {
    const offset = u64(entry, 8), length = u64(entry, 16)
    need(entry.readUInt32LE(4) === 0 && length >= 1 && offset === align(end)
      && offset + length <= start, 'manifest: a section out of place')
    need(file.subarray(end, offset).every(byte => byte === 0), 'padding is not zero')
    end = offset + length
  }
  need(align(end) === start && file.subarray(end, start).every(byte => byte === 0),
    'manifest: bytes of no section')
  const ids = table.map(entry => entry.readUInt32LE(0))
  need(ascending(ids) && [1, 2, 5, 8].every(id => ids.includes(id)), 'manifest: sections')
  const [offset, length] = [8, 16].map(at => u64(table[ids.indexOf(5)], at))
  return file.subarray(offset, offset + length)
}

function check([path, trustPath, now = Date.now() / 1000, statePath]) {
  need(lstatSync(path).isFile(), 'not a regular file')
  const file = readFileSync(path), header = readHeader(file), { m, content, signatures } = header
  const { sequence, expires, keys, table, trees, digests } = readManifest(header)
  const body = Buffer.concat([file.subarray(0, 64), m])
  const type = 'application/vnd.svc.publication.v3'
  need(keys.every((key, i) => holds(key, type, body, signatures[i])), 'a signature does not hold')
  const state = readState(statePath), root = readTrust(trustPath, Number(now), state.pin)
  const { threshold, keys: trusted } = root.publication
  need(keys.filter(key => trusted.includes(key)).length >= threshold, 'trusted signatures')
  const stored = checkSections(file, 64 + content.length, table)
  need(expires > Number(now), 'expired')
  checkState(state, root, sequence, sha256(m))
  need(pieces(content, 65536).every((chunk, i) => sha256(chunk) === digests[i]),
    'content was changed')
  checkTrees(stored, trees)
  return `good sequence ${sequence} digest ${sha256(m)}`
}

const args = process.argv.slice(2)
const cases = args[0] !== '--batch' ? [args]
  : readFileSync(args[1], 'utf8').trimEnd().split('\n').map(line => line.split('\t'))
const outcomes = cases.map(args => {
  try {
    return check(args)
  } catch (error) {
    return `refused: ${error.message}`
  }
})
console.log(outcomes.join('\n'))
process.exitCode = outcomes.every(line => line.startsWith('good')) ? 0 : 1
