// Errors: refusals of the rules or of the service, and failures of the module.

/** A refusal, as a problem (RFC 9457). Programs decide by `code`. The module and the service refuse with equal problems. */
export class Problem extends Error {
    name = "Problem";

    /**
     * @param {{ code: string, status: number, detail: string, [field: string]: any }} body
     * @param {number} [retryAfter] seconds after which the same request can succeed
     */
    constructor(body, retryAfter) {
        super(body.detail);
        this.body = body;
        this.retryAfter = retryAfter;
    }

    get code() {
        return this.body.code;
    }

    get status() {
        return this.body.status;
    }
}

/** The module trapped. It is replaced: the next call runs in a new instance. */
export class Trapped extends Error {
    name = "Trapped";
}
