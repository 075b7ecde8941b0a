// Errors: refusals of the rules or of the service, responses of others, and failures of the module.

/** A response that is no success. Without a `code` it comes from something between you and the service, such as a proxy. */
export class HttpError extends Error {
    name = "HttpError";

    /**
     * @param {string} message
     * @param {number} status
     * @param {number} [retryAfter] seconds after which the same request can succeed
     */
    constructor(message, status, retryAfter) {
        super(message);
        this.status = status;
        this.retryAfter = retryAfter;
    }
}

/** A refusal, as a problem (RFC 9457). Programs decide by `code`. The module and the service refuse with equal problems. */
export class Problem extends HttpError {
    name = "Problem";

    /**
     * @param {{ code: string, status: number, detail: string, [field: string]: any }} body
     * @param {number} [retryAfter]
     */
    constructor(body, retryAfter) {
        super(body.detail, body.status, retryAfter);
        this.body = body;
    }

    get code() {
        return this.body.code;
    }
}

/** The module trapped. It is replaced: the next call runs in a new instance. */
export class Trapped extends Error {
    name = "Trapped";
}
