/** @file Suggests for an unknown word the nearest of the known ones. */
import { invocation } from "./failure.mjs";

/** Edits from one text to another: letters put in, left out, replaced, and neighbours exchanged
 * (the optimal string alignment distance). @param {string} a @param {string} b */
function distance(a, b) {
  /** @type {number[][]} */
  let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + Number(a[i - 1] !== b[j - 1]));
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (exchanged) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length];
}

/** The nearest name, where one is near: at most an edit for every four letters, and three.
 * @param {string} given @param {string[]} names @returns {string} empty where none is */
export function nearest(given, names) {
  const edits = names.map((name) => distance(given.toLowerCase(), name.toLowerCase()));
  const least = Math.min(...edits);
  return least <= Math.min(3, (given.length + 1) >> 2) ? names[edits.indexOf(least)] : "";
}

/** A refusal that lists what there is and says what was perhaps meant.
 * @param {string} what @param {string} given @param {string[]} accepted */
export function unknown(what, given, accepted) {
  const closest = nearest(given, accepted);
  const hint = closest && `; did you mean ${closest}?`;
  return invocation(`${what}; accepted: ${accepted.join(" ")}${hint}`);
}
