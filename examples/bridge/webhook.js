// Requests as the specification Standard Webhooks describes them (https://www.standardwebhooks.com): signed, and sent until they are accepted.

import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** The delay before the second attempt, in milliseconds. It doubles with each further one. */
const MIN_DELAY = 500;
const MAX_DELAY = 300_000;
/** The longest time until the response to an attempt, in milliseconds. */
const TIMEOUT = 20_000;

/** Where requests go, and the secret that signs them. */
export class Webhook {
    #url;
    #secret;

    /**
     * @param {string} url
     * @param {string} secret `whsec_` and base64
     */
    constructor(url, secret) {
        if (!/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret)) throw new TypeError("the secret must be whsec_ and at least 16 characters of base64");
        this.#url = new URL(url);
        this.#secret = Buffer.from(secret.slice("whsec_".length), "base64");
    }

    /**
     * The signature of a message.
     *
     * @param {string} id
     * @param {number} timestamp in seconds
     * @param {string} body
     */
    sign(id, timestamp, body) {
        return `v1,${createHmac("sha256", this.#secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    }

    /**
     * Sends a message until the receiver accepts it, with the same id. The receiver can get it twice: it drops ids that it knows.
     *
     * @param {string} id
     * @param {string} body JSON
     * @throws {Error} if the receiver responds 410, which means that it wants no more messages
     */
    async deliver(id, body) {
        for (let attempt = 0; ; attempt++) {
            const outcome = await this.#send(id, body);
            if (outcome === undefined) return;
            // With a random part, so that receivers that recover are not flooded.
            const wait = Math.min(MIN_DELAY * 2 ** attempt, MAX_DELAY) * (0.75 + Math.random() / 2);
            console.error(`${id}: ${outcome}; attempt ${attempt + 2} in ${Math.round(wait)} ms`);
            await delay(wait);
        }
    }

    /**
     * Sends a message once. Returns why it was not accepted, if it was not.
     *
     * @param {string} id
     * @param {string} body
     */
    async #send(id, body) {
        const timestamp = Math.floor(Date.now() / 1000);
        const headers = {
            "Content-Type": "application/json",
            "webhook-id": id,
            "webhook-timestamp": String(timestamp),
            "webhook-signature": this.sign(id, timestamp, body),
        };
        try {
            const response = await fetch(this.#url, { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT) });
            await response.body?.cancel();
            if (response.status === 410) throw new Gone("the receiver wants no more messages: it responded 410");
            return response.ok ? undefined : `status ${response.status}`;
        } catch (error) {
            if (error instanceof Gone) throw error;
            return String(error);
        }
    }
}

class Gone extends Error {}
