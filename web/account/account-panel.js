// The account of the player: recovery code, tokens, and the data, which can be exported or deleted.

import { button, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { allData, deletePlayer, signOut, forgetRecoveryCode, newRecoveryCode, revoke, stopApp } from "../api/player.js";

/** @typedef {import("../types").Schemas} Schemas */

/**
 * @param {import("../api/player.js").Player} self
 * @param {Schemas["PlayersTokens"]} proofs
 * @param {Schemas["PlayersApps"]["apps"]} apps that play for the player
 * @param {() => void} again shows the screen again
 */
export function account(self, { tokens, has_recovery_code: hasCode }, apps, again) {
    const sure = h("div", { class: "tools", hidden: true },
        h("span", {}, texts.account.deleteConsequences),
        button(texts.account.deleteNow, () => deletePlayer().then(again), { class: "tool" }));
    return h("div", { class: "account" },
        self.recoveryCode && h("section", { class: "card", "aria-labelledby": "code" },
            h("h2", { id: "code" }, texts.account.recoveryCode.title),
            h("p", {}, texts.account.recoveryCode.hint),
            h("p", {}, h("code", { class: "recovery-code" }, self.recoveryCode)),
            h("div", { class: "tools" }, button(texts.account.recoveryCode.saved, () => { forgetRecoveryCode(); again(); }, { class: "tool" }))),
        h("details", { class: "fold" },
            h("summary", {}, texts.account.tokens.title),
            h("div", {},
                h("p", {}, texts.account.tokens.hint),
                h("ul", {}, tokens.map((token) => tokenLine(token, again))),
                h("p", {}, texts.account.tokens.otherDevice(h("code", {}, self.token))),
                h("div", { class: "tools" },
                    button(hasCode ? texts.account.recoveryCode.replace : texts.account.recoveryCode.create, () => newRecoveryCode().then(again), { class: "tool" }),
                    button(texts.account.downloadData, () => saveData(self.name), { class: "tool" }),
                    button(texts.account.signOut, () => { signOut(); again(); }, { class: "tool" }),
                    button(texts.account.deletePlayer, () => { sure.hidden = false; }, { class: "tool" })),
                sure)),
        apps.length > 0 && h("section", { "aria-labelledby": "apps" },
            h("h2", { id: "apps" }, texts.account.apps.title),
            h("ul", {}, apps.map(({ id, name }) => h("li", {}, name, " ",
                button(texts.account.apps.stop, () => stopApp(id).then(again), { class: "tool", "aria-label": texts.account.apps.stopOne(name) }))))));
}

/**
 * @param {Schemas["TokenInfo"]} token
 * @param {() => void} again
 */
function tokenLine({ id, label, created_at: createdAt, last_used_on: lastUsedOn, current }, again) {
    const words = texts.account.tokens;
    const [name, day] = [label ?? words.unnamed, createdAt.slice(0, 10)];
    const line = lastUsedOn ? words.used(name, id, day, lastUsedOn) : words.created(name, id, day);
    return h("li", {}, line, " ",
        current ? words.current : button(words.revoke, () => revoke(id).then(again), { class: "tool", "aria-label": words.revokeOne(line) }));
}

/**
 * Saves all data that the service stores about the player as a file.
 *
 * @param {string} name
 */
async function saveData(name) {
    const file = URL.createObjectURL(await allData());
    h("a", { href: file, download: `funhouse-${name}.json` }).click();
    // The browser reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
}
