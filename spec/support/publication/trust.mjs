// The trust file, written from the drawing in csrc/publication/trust.h, which /docs/proofs repeats,
// and what verifiers of files and of proofs have in common.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const sha256 = bytes => createHash('sha256').update(bytes).digest('hex')
export const ascending = list => list.every((value, i) => i === 0 || list[i - 1] < value)
export const need = (condition, reason) => { if (!condition) throw new Error(reason) }

// True when an Ed25519 signature holds; keys and signatures are hexadecimal.
export function holds(key, type, body, signature) {
  const pae = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${body.length} `), body])
  const der = Buffer.from('302a300506032b6570032100' + key, 'hex')
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, pae, publicKey, Buffer.from(signature, 'hex'))
}

// --- the trust root ---

const N = '(0|[1-9][0-9]{0,17})', KEY = '(?:[0-9a-f]{64})'
const lines = (line, least, most) => `((?:${line}\\n){${least},${most}})`
const BLOCK = new RegExp(`(svc-trust 1\\nversion ${N}\\nexpires ${N}\\n`
  + `root-threshold ${N}\\n${lines(`root-key ${KEY}`, 1, 16)}`
  + `publication-threshold ${N}\\n${lines(`publication-key ${KEY}`, 1, 16)}`
  + `${lines(`revoked ${KEY}`, 0, 64)})${lines(`signature ${KEY} ${KEY}{2}`, 1, 32)}`, 'y')
const words = (text, place) => text.split('\n').slice(0, -1).map(line => line.split(' ')[place])

function readBlock(text, at) {
  BLOCK.lastIndex = at
  const block = BLOCK.exec(text)
  need(block, `trust: malformed at byte ${at}`)
  const [all, signed, version, expires, least, roots, most, publications, revoked, by] = block
  const root = { threshold: Number(least), keys: words(roots, 1) }
  const publication = { threshold: Number(most), keys: words(publications, 1) }
  for (const { threshold, keys } of [root, publication]) {
    need(threshold >= 1 && threshold <= keys.length, 'trust: threshold')
  }
  const out = { length: all.length, body: Buffer.from(signed), version: Number(version),
    expires: Number(expires), root, publication, revoked: words(revoked, 1),
    signers: words(by, 1), signatures: words(by, 2) }
  need(out.expires >= 1 && out.expires <= 999999999999, 'trust: expiry')
  need([root.keys, publication.keys, out.revoked, out.signers].every(ascending), 'trust: order')
  need(!out.revoked.some(key => [...root.keys, ...publication.keys].includes(key)),
    'trust: a revoked key is listed')
  return out
}

function checkBlock(block, before) {
  const roots = before ? [before.root, block.root] : [block.root]
  need(block.version === (before?.version ?? 0) + 1, `trust: version ${block.version} out of turn`)
  need((before?.revoked ?? []).every(key => block.revoked.includes(key)), 'trust: unrevoked')
  block.signers.forEach((key, i) => {
    need(roots.some(({ keys }) => keys.includes(key)), 'trust: signed by another key')
    need(holds(key, 'application/vnd.svc.trust.v1', block.body, block.signatures[i]),
      'trust: a signature does not hold')
  })
  for (const { threshold, keys } of roots) {
    need(block.signers.filter(key => keys.includes(key)).length >= threshold, 'trust: signatures')
  }
}

export function readTrust(path, now, pin) {
  const text = readFileSync(path, 'latin1')
  let last
  for (let at = 0; at < text.length || !last; at += last.length) {
    const block = readBlock(text, at)
    checkBlock(block, last)
    need(block.version !== pin.version || sha256(block.body) === pin.digest,
      'trust: another root was accepted before')
    last = block
  }
  need(last.version >= pin.version, 'trust: a later root was accepted before')
  need(last.expires > now, 'trust: the root expired')
  return last
}
