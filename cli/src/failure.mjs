/** @file How the program fails: the exit statuses and what standard error gets. */

/** `defect`: an error of the program itself. `invocation`: the command line, or an input or output
 * that it names. `api`: the API refused, 4xx. `network`: no answer, a 5xx, or an answer that is not
 * the API's. */
export const EXIT = { ok: 0, defect: 1, invocation: 2, api: 3, network: 4, interrupted: 130 };

/** An expected failure; anything else thrown is a defect of the program. */
export class Failure extends Error {
  /** @param {number} status one of EXIT
   * @param {string | object} body for standard error: a text as it is, an object as a line of JSON
   * @param {number} [after] seconds after which trying again may help */
  constructor(status, body, after = Infinity) {
    super(typeof body === "string" ? body : `${JSON.stringify(body)}\n`);
    this.status = status;
    this.after = after;
  }
}

/** Anything else that was thrown, as one line without Node's trace, unless SVC_TRACE asks for it.
 * @param {any} error */
export const defect = (error) => new Failure(EXIT.defect, {
  code: "INTERNAL_FAILURE",
  message: process.env.SVC_TRACE ? String(error?.stack ?? error)
    : `svc failed: ${error?.message ?? error}; SVC_TRACE=1 shows where, for a report`,
});

/** Tells people something beside the output, as far as standard error takes it.
 * @param {string} text one line with its end */
export function note(text) {
  try {
    process.getBuiltinModule("node:fs").writeSync(2, text);
  } catch {} // the output itself is not concerned
}

/** A command line that cannot be run. @param {string} message */
export const invocation = (message) =>
  new Failure(EXIT.invocation, { code: "INVALID_INVOCATION", message });
