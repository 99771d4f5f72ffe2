/** @file How the program fails: the exit statuses and what standard error gets. */

/** `api`: the API refused, 4xx. `network`: no answer, a 5xx, or an answer that is not the API's. */
export const EXIT = { ok: 0, invocation: 2, api: 3, network: 4, interrupted: 130 };

/** An expected failure; anything else thrown is a defect and crashes with Node's own status 1. */
export class Failure extends Error {
  /** @param {number} status one of EXIT
   * @param {Uint8Array | string} bytes written to standard error as they are
   * @param {{after?: number}} [retry] when trying again may help; `after` that many seconds */
  constructor(status, bytes, retry) {
    super(Buffer.from(bytes).toString());
    this.status = status;
    this.bytes = bytes;
    this.retry = retry;
  }
}

/** A failure found here: `body` as one line of compact JSON.
 * @param {number} status @param {object} body @param {{after?: number}} [retry] */
export const local = (status, body, retry) =>
  new Failure(status, `${JSON.stringify(body)}\n`, retry);

/** A command line that cannot be run. @param {string} message */
export const invocation = (message) =>
  local(EXIT.invocation, { code: "INVALID_INVOCATION", message });
