// The verdicts of the two verifiers in JavaScript on answers and proofs:
//
//   node judge_proofs.mjs FILE   for each case a line of JSON { answer, proof, trust, now, seen },
//                                the first two lengths in bytes, `trust` a path; then these bytes
//
// For each it prints both outcomes, `good SEQUENCE EXPIRES` or `refused: …`, separated by a tab.
import { readFileSync } from 'node:fs'
import { verify } from '../../../cli/src/proof.mjs'
import { check } from './verify_proof.mjs'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const refused = error => `refused: ${error.message.replace(/\s+/g, " ")}` // one line

async function client({ answer, proof, trust, now, seen }) {
  const root = readFileSync(trust, 'latin1')
  const before = seen.map(([key, sequence, digest]) => ({ key, sequence, digest }))
  const [text, proofText] = [answer, proof].map(bytes => decoder.decode(bytes))
  const given = { answer: text, proof: proofText, trust: root, now, seen: before }
  const { sequence, expires } = await verify(given)
  return `good ${sequence} ${expires}`
}

const file = readFileSync(process.argv[2])
for (let at = 0; at < file.length;) {
  const start = file.indexOf('\n', at) + 1
  const { answer, proof, trust, now, seen = [] } = JSON.parse(file.subarray(at, start))
  at = start + answer + proof
  const given = { answer: file.subarray(start, start + answer),
    proof: file.subarray(start + answer, at), trust, now, seen }
  const own = await Promise.resolve(given).then(check).catch(refused)
  console.log(`${own}\t${await client(given).catch(refused)}`)
}
