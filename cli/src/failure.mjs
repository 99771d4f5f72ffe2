/** @file How the program fails: the exit statuses and what standard error gets. */

/** `api`: the API refused, 4xx. `network`: no answer, a 5xx, or an answer that is not the API's. */
export const EXIT = { ok: 0, invocation: 2, api: 3, network: 4, interrupted: 130 };

/** An expected failure; anything else thrown is a defect and crashes with Node's own status 1. */
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

/** A command line that cannot be run. @param {string} message */
export const invocation = (message) =>
  new Failure(EXIT.invocation, { code: "INVALID_INVOCATION", message });
