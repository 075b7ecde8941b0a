// The screen of a player: statistics, runs, records and ratings. Without a player, the forms to create one or to sign in.

import { h } from "../shared/dom.js";
import { Refused, games } from "../api/client.js";
import { apps, signIn, signOut, forgetReplacedCode, player, playerPage, recover, tokens } from "../api/player.js";
import { account } from "../account/account-panel.js";
import { nameForm } from "../account/name-form.js";
import { appearanceForm } from "./appearance-form.js";
import { statistics } from "../statistics/statistics-panel.js";
import { RATING_TEXT, ownRatingsTable } from "../leaderboards/rating-tables.js";
import { bestsOf, ownAveragesTable, recordsTable, runsList } from "../leaderboards/run-tables.js";
import { texts } from "../texts/texts.js";

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    await showPlayer(show, id);
    // A recovery on another device may replace the code while this page is in the background.
    const check = async () => {
        if (document.visibilityState !== "visible" || !player()?.recoveryCode) return;
        const proofs = await tokens().catch(() => null);
        if (proofs && forgetReplacedCode(proofs.recovery_code_id)) await showPlayer(show, id);
    };
    document.addEventListener("visibilitychange", check);
    return () => document.removeEventListener("visibilitychange", check);
}

/**
 * @param {import("../types").Show} show
 * @param {string | undefined} id of the player, or undefined for the one of this browser
 */
async function showPlayer(show, id) {
    const shown = id ?? player()?.id;
    if (!shown) return welcome(show);
    const own = player()?.id === shown;
    const [proofs, ownApps, all, page] = await Promise.all([own ? ownTokens() : null, own ? apps().catch(() => []) : [], games(), playerPage(shown).catch((error) => {
        if (own && isSignedOut(error)) return null;
        throw error;
    })]);
    if (!page || (own && !proofs)) {
        signOut();
        return welcome(show, texts.profile.welcome.signedOut);
    }
    if (proofs) forgetReplacedCode(proofs.recovery_code_id);
    const self = player();
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const counted = own && (await statistics(titles, page.player.name));
    show(
        page.player.name,
        h("div", { class: "page" },
            h("h1", {}, texts.tables.nameOf(page.player)),
            h("p", { class: "lead" }, texts.profile.playingSince(page.player.created_at.slice(0, 10))),
            counted,
            h("section", { "aria-labelledby": "bests" }, h("h2", { id: "bests" }, texts.profile.bests), bestsOf(page.bests, titles)),
            page.averages.length > 0 && h("section", { "aria-labelledby": "averages" },
                h("h2", { id: "averages" }, texts.profile.averages),
                ownAveragesTable(page.averages, titles),
                h("p", { class: "hint" }, texts.profile.averagesNote)),
            page.records.length > 0 && h("section", { "aria-labelledby": "records" },
                h("h2", { id: "records" }, texts.profile.records),
                recordsTable(page.records, titles),
                h("p", { class: "hint" }, texts.profile.recordsNote)),
            page.ratings.length > 0 && h("section", { "aria-labelledby": "ratings" },
                h("h2", { id: "ratings" }, texts.profile.ratings),
                ownRatingsTable(page.ratings, titles),
                h("p", { class: "hint" }, RATING_TEXT)),
            h("section", { "aria-labelledby": "latest" }, h("h2", { id: "latest" }, texts.profile.latest), runsList(page.latest, titles)),
            self && proofs && account(self, proofs, ownApps, () => showPlayer(show, undefined)),
            own && appearanceForm()),
    );
}

/** The tokens of the player, or null if the token of this browser was revoked. */
async function ownTokens() {
    try {
        return await tokens();
    } catch (error) {
        if (!isSignedOut(error)) throw error;
        return null;
    }
}

/**
 * Whether an error means that the token of this browser is not valid: it was revoked, or its player was deleted.
 *
 * @param {unknown} error
 */
function isSignedOut(error) {
    return error instanceof Refused && ["unauthorized", "unknown_player"].includes(error.problem.code);
}

/**
 * @param {import("../types").Show} show
 * @param {string} [notice]
 */
async function welcome(show, notice) {
    const counted = await statistics(new Map((await games()).map(({ id, title }) => [id, title])));
    const again = () => showPlayer(show, undefined);
    const words = texts.profile.welcome;
    show(
        texts.profile.pageTitle,
        h("div", { class: "page narrow" },
            h("h1", {}, words.heading),
            notice && h("p", { class: "problem" }, notice),
            h("p", { class: "lead" }, words.lead),
            nameForm(words.useName, again),
            proofForm("token", words.token, words.useToken, signIn, again),
            proofForm("recovery-code", words.recoveryCode, words.useRecoveryCode, recover, again),
            counted,
            appearanceForm()),
    );
}

/**
 * A form that signs in with a token or recovery code.
 *
 * @param {string} id
 * @param {string} label
 * @param {string} summary
 * @param {(text: string) => Promise<unknown>} prove
 * @param {() => void} proved called after success
 */
function proofForm(id, label, summary, prove, proved) {
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const text = h("input", { id, type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    const submit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
            await prove(text.value.trim());
            proved();
        } catch (error) {
            problem.hidden = false;
            problem.textContent = error instanceof Error ? error.message : String(error);
        }
    };
    return h("details", { class: "fold" },
        h("summary", {}, summary),
        h("form", { class: "setup", onsubmit: submit },
            h("div", { class: "field" }, h("label", { for: id }, label), text),
            problem,
            h("button", { type: "submit", class: "primary" }, texts.profile.welcome.signIn)));
}
