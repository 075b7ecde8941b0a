// Signs the user in, and shows the screen that the address names.

import { leaderboard } from "./leaderboard.js";
import { live } from "./live.js";
import { attempt, button, element, say, type Screen, type Session } from "./page.js";
import { slideJam } from "./slide-jam.js";

const SCREENS: Record<string, Screen> = { "#slide-jam": slideJam, "#live": live, "#leaderboard": leaderboard };

const main = document.querySelector("main") as HTMLElement;
let shown = new AbortController();

/** Asks the app's server who the user is, if there is one, or registers one with a name. */
async function session(name?: string): Promise<Session | undefined> {
    const response = await fetch("/session", { method: "POST", body: JSON.stringify({ name }) });
    if (response.status === 204) return undefined;
    if (!response.ok) throw new Error(await response.text());
    return response.json();
}

async function show(session: Session) {
    shown.abort();
    shown = new AbortController();
    const { signal } = shown;
    const [screen = slideJam] = [SCREENS[location.hash]];
    for (const link of document.querySelectorAll("nav a")) link.toggleAttribute("aria-current", link.getAttribute("href") === (location.hash || "#slide-jam"));
    say("");
    const root = element("div");
    main.replaceChildren(root);
    await screen(session, root, signal).catch((error) => signal.aborted || say(String(error.message)));
}

function begin(session: Session) {
    document.querySelector("nav")?.removeAttribute("hidden");
    addEventListener("hashchange", () => show(session));
    return show(session);
}

function signUp() {
    const name = element("input", { required: true, maxLength: 32 });
    const join = async () => {
        const joined = await session(name.value);
        if (joined) await begin(joined);
    };
    main.replaceChildren(element("label", {}, "Your name ", name), button("Join", join));
}

await attempt(async () => {
    const known = await session();
    await (known ? begin(known) : signUp());
});
