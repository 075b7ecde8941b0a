// The account of the player: recovery code, tokens, and the data, which can be exported or deleted.

import { button, h } from "../shared/dom.js";
import { allData, deletePlayer, signOut, forgetRecoveryCode, newRecoveryCode, revoke } from "../api/player.js";

/** @typedef {import("../types").Schemas} Schemas */

/**
 * @param {import("../api/player.js").Player} self
 * @param {Schemas["PlayersTokens"]} proofs
 * @param {() => void} again shows the screen again
 */
export function account(self, { tokens, has_recovery_code: hasCode }, again) {
    const sure = h("div", { class: "tools", hidden: true },
        h("span", {}, "Your scores stay without a name, and no one can use your name again."),
        button("Delete me", () => deletePlayer().then(again), { class: "tool" }));
    return h("div", {},
        self.recoveryCode && h("section", { class: "card", "aria-labelledby": "code" },
            h("h2", { id: "code" }, "Save your recovery code"),
            h("p", {}, "It signs you in if this browser loses your token. It works once. Shown until you confirm you saved it."),
            h("p", {}, h("code", { class: "recovery-code" }, self.recoveryCode)),
            button("I saved it", () => { forgetRecoveryCode(); again(); }, { class: "tool" })),
        h("details", { class: "fold" },
            h("summary", {}, "Where you are signed in"),
            h("div", {},
                h("p", {}, "Each token proves that you are you; anyone who has one can save scores in your name."),
                h("ul", {}, tokens.map((token) => tokenLine(token, again))),
                h("p", {}, "To sign in on another device, use this browser's token: ", h("code", {}, self.token)),
                h("div", { class: "tools" },
                    button(hasCode ? "Create a new recovery code" : "Create a recovery code", () => newRecoveryCode().then(again), { class: "tool" }),
                    button("Download my data", () => saveData(self.name), { class: "tool" }),
                    button("Sign out of this browser", () => { signOut(); again(); }, { class: "tool" }),
                    button("Delete this player", () => { sure.hidden = false; }, { class: "tool" })),
                sure)));
}

/**
 * @param {Schemas["TokenInfo"]} token
 * @param {() => void} again
 */
function tokenLine({ id, label, created_at: createdAt, last_used_on: lastUsedOn, current }, again) {
    const words = `${label ?? "Token"} ${id}, made on ${createdAt.slice(0, 10)}${lastUsedOn ? `, last used on ${lastUsedOn}` : ""}`;
    return h("li", {}, words, " ",
        current ? "(this browser)" : button("Revoke", () => revoke(id).then(again), { class: "tool", "aria-label": `Revoke ${words}` }));
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
