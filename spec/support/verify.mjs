// A second verifier of publications, written from the drawings in csrc/publication/format.h,
// trust.h and state.h and nothing else of the engine. Only Node's own modules.
//
//   node verify.mjs PUBLICATION TRUST [NOW [STATE]]     one line, exit status 0 or 1
//   node verify.mjs --batch FILE                        a line of such arguments, tab-separated,
//                                                       for a line of outcome
//
// NOW is in Unix seconds. A line of outcome is `good …` or `refused: …`.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, lstatSync, readFileSync } from 'node:fs'

const sha256 = bytes => createHash('sha256').update(bytes).digest('hex')
const align = n => Math.ceil(n / 64) * 64
const need = (condition, reason) => { if (!condition) throw new Error(reason) }

function holds(key, type, body, signature) {
  const head = Buffer.from(`DSSEv1 ${type.length} ${type} ${body.length} `)
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.concat([head, body]), publicKey, signature)
}

function ascending(list) {
  return list.every((value, i) => i === 0 || list[i - 1] < value)
}

// An unsigned 64-bit integer; one above 2^53 is refused wherever it stands.
function u64(bytes, at) {
  const value = bytes.readBigUInt64LE(at)
  need(value <= 2n ** 53n, 'a number above 2^53')
  return Number(value)
}

// --- the trust root ---

// Takes the lines `name VALUE` that come next.
function take(lines, name, least, most, pattern) {
  const values = []
  while (lines.length && lines[0].startsWith(name + ' ')) {
    values.push(lines.shift().slice(name.length + 1))
  }
  need(values.length >= least && values.length <= most, `trust: ${values.length} lines of ${name}`)
  need(values.every(value => pattern.test(value)), `trust: a malformed ${name}`)
  return values
}

const NUMBER = /^(0|[1-9][0-9]{0,17})$/, KEY = /^[0-9a-f]{64}$/

function takeKeys(lines, name) {
  const [threshold] = take(lines, `${name}-threshold`, 1, 1, NUMBER).map(Number)
  const keys = take(lines, `${name}-key`, 1, 16, KEY)
  need(ascending(keys), `trust: ${name} keys out of order`)
  need(threshold >= 1 && threshold <= keys.length, `trust: a threshold of ${threshold}`)
  return { threshold, keys }
}

function takeBlock(lines) {
  const before = [...lines]
  need(take(lines, 'svc-trust', 1, 1, NUMBER)[0] === '1', 'trust: another format')
  const [version] = take(lines, 'version', 1, 1, NUMBER).map(Number)
  const [expires] = take(lines, 'expires', 1, 1, NUMBER).map(Number)
  need(version <= 0xffffffff && expires >= 1 && expires <= 999999999999, 'trust: numbers')
  const root = takeKeys(lines, 'root'), publication = takeKeys(lines, 'publication')
  const revoked = take(lines, 'revoked', 0, 64, KEY)
  need(ascending(revoked), 'trust: revoked keys out of order')
  need(!revoked.some(key => root.keys.includes(key) || publication.keys.includes(key)),
    'trust: a revoked key is listed')
  const signed = before.slice(0, before.length - lines.length)
  const body = Buffer.from(signed.map(line => line + '\n').join(''))
  const signatures = take(lines, 'signature', 0, 32, /^[0-9a-f]{64} [0-9a-f]{128}$/)
    .map(line => line.split(' '))
  need(ascending(signatures.map(([key]) => key)), 'trust: signatures out of order')
  return { version, expires, root, publication, revoked, body, signatures }
}

function checkBlock(block, before) {
  const type = 'application/vnd.svc.trust.v1'
  need(block.version === (before?.version ?? 0) + 1, `trust: version ${block.version} out of turn`)
  need((before?.revoked ?? []).every(key => block.revoked.includes(key)),
    'trust: a key is revoked no longer')
  for (const [key, signature] of block.signatures) {
    need(block.root.keys.includes(key) || before?.root.keys.includes(key),
      'trust: signed by another key')
    need(holds(Buffer.from(key, 'hex'), type, block.body, Buffer.from(signature, 'hex')),
      'trust: a signature does not hold')
  }
  for (const root of before ? [before.root, block.root] : [block.root]) {
    const count = block.signatures.filter(([key]) => root.keys.includes(key)).length
    need(count >= root.threshold, `trust: ${count} of ${root.threshold} signatures`)
  }
}

function readTrust(path, now, pin) {
  const text = readFileSync(path, 'latin1')
  need(text.endsWith('\n'), 'trust: no newline at the end')
  const lines = text.slice(0, -1).split('\n')
  let last = null
  while (lines.length || !last) {
    const block = takeBlock(lines)
    checkBlock(block, last)
    need(block.version !== pin.version || sha256(block.body) === pin.digest,
      'trust: another root was accepted before')
    last = block
  }
  need(last.version >= pin.version, 'trust: a later root was accepted before')
  need(last.expires > now, 'trust: the root expired')
  return last
}

// --- the state ---

function readState(path) {
  if (!path || !existsSync(path)) return { pin: { version: 0 }, entries: [] }
  const [format, root, ...keys] = readFileSync(path, 'latin1').trimEnd().split('\n')
    .map(line => line.split(' '))
  need(format.join(' ') === 'svc-state 1', 'state: another format')
  return {
    pin: { version: Number(root[1]), digest: root[2] },
    entries: keys.map(([, key, sequence, digest]) => ({ key, sequence: Number(sequence), digest })),
  }
}

function checkState(state, root, sequence, digest) {
  for (const entry of state.entries.filter(({ key }) => !root.revoked.includes(key))) {
    need(sequence >= entry.sequence, 'rollback: a greater sequence was accepted before')
    need(sequence !== entry.sequence || digest === entry.digest,
      'rollback: the same sequence with other bytes')
  }
}

// --- the publication ---

function readHeader(file) {
  need(file.length >= 64 && file.length <= 2 ** 32, 'header: size')
  need(file.subarray(0, 8).equals(Buffer.from('\x89SVP\r\n\x1a\n', 'latin1')), 'header: magic')
  need(file.readUInt32LE(8) === 1 && file.readUInt32LE(12) === 0 && u64(file, 56) === 0,
    'header: format or flags')
  const [length, start, size, end, signatures] = [16, 24, 32, 40, 48].map(at => u64(file, at))
  need(length === file.length, 'header: length')
  need(start > 64 && start % 64 === 0 && size >= 112 && end === start + size, 'header: manifest')
  need(signatures % 64 === 0 && signatures >= 64 && signatures <= 1024, 'header: signatures')
  need(end + signatures === length, 'header: bytes after the signatures')
  return { start, end, signers: signatures / 64 }
}

function readManifest(file, { start, end, signers }) {
  const m = file.subarray(start, end)
  const sections = m.readUInt32LE(92), chunks = Math.ceil((start - 64) / 65536)
  need(sections >= 1 && sections <= 16 && m.readUInt32LE(96) === signers && u64(m, 104) === chunks,
    'manifest: counts')
  const keysAt = 112 + 24 * sections, chunksAt = keysAt + 32 * signers
  need(m.length === chunksAt + 32 * chunks, 'manifest: length')
  const keys = Array.from({ length: signers },
    (_, i) => m.subarray(keysAt + 32 * i, keysAt + 32 * i + 32))
  return { m, sections, keys, table: m.subarray(112, keysAt), digests: m.subarray(chunksAt) }
}

function checkSections(file, start, { table, sections }) {
  const ids = []
  let end = 64
  for (let at = 0; at < 24 * sections; at += 24) {
    const offset = u64(table, at + 8), length = u64(table, at + 16)
    need(table.readUInt32LE(at + 4) === 0 && length >= 1, 'manifest: an empty section')
    need(offset === align(end) && offset + length <= start, 'manifest: a section out of place')
    need(file.subarray(end, offset).every(byte => byte === 0), 'padding is not zero')
    ids.push(table.readUInt32LE(at))
    end = offset + length
  }
  need(ids.every((id, i) => i === 0 || ids[i - 1] < id) && ids.includes(1) && ids.includes(2),
    'manifest: sections')
  need(align(end) === start && file.subarray(end, start).every(byte => byte === 0),
    'manifest: bytes of no section')
}

function check(path, trustPath, now = Math.floor(Date.now() / 1000), statePath) {
  need(lstatSync(path).isFile(), 'not a regular file')
  const file = readFileSync(path), type = 'application/vnd.svc.publication.v1'
  const header = readHeader(file), manifest = readManifest(file, header), { m, keys } = manifest
  const body = Buffer.concat([file.subarray(0, 64), m])
  need(ascending(keys.map(key => key.toString('hex'))), 'manifest: signers out of order')
  keys.forEach((key, i) => {
    const signature = file.subarray(header.end + 64 * i, header.end + 64 * i + 64)
    need(holds(key, type, body, signature), 'a signature does not hold')
  })
  const state = readState(statePath), root = readTrust(trustPath, now, state.pin)
  const trusted = keys.filter(key => root.publication.keys.includes(key.toString('hex'))).length
  need(trusted >= root.publication.threshold,
    `${trusted} of ${root.publication.threshold} trusted signatures`)
  const [sequence, created, expires] = [64, 72, 80].map(at => u64(m, at))
  need(m.readUInt32LE(88) === 1 && m.readUInt32LE(100) === 0 && sequence >= 1 && created < expires,
    'manifest: fields')
  checkSections(file, header.start, manifest)
  need(sha256(Buffer.concat([manifest.table, manifest.digests])) === m.toString('hex', 0, 32),
    'manifest: id')
  need(expires > now, 'expired')
  checkState(state, root, sequence, sha256(m))
  for (let at = 64, i = 0; at < header.start; at += 65536, i += 32) {
    const chunk = file.subarray(at, Math.min(at + 65536, header.start))
    need(sha256(chunk) === manifest.digests.toString('hex', i, i + 32), 'content was changed')
  }
  return `good sequence ${sequence} digest ${sha256(m)}`
}

function outcome([path, trust, now, state]) {
  try {
    return check(path, trust, now ? Number(now) : undefined, state)
  } catch (error) {
    return `refused: ${error.message}`
  }
}

const args = process.argv.slice(2)
const cases = args[0] !== '--batch' ? [args]
  : readFileSync(args[1], 'utf8').trimEnd().split('\n').map(line => line.split('\t'))
const outcomes = cases.map(outcome)
console.log(outcomes.join('\n'))
process.exitCode = outcomes.every(line => line.startsWith('good')) ? 0 : 1
