// What the screens share.

/** The session that the app's server returns: everything that the page needs to call the service itself. */
export interface Session {
    service: string;
    app: string;
    player: { id: string; name: string };
    token: string;
}

/** Shows a screen in an element, until the signal is aborted. */
export type Screen = (session: Session, root: HTMLElement, signal: AbortSignal) => Promise<void>;

type Tags = HTMLElementTagNameMap;

export function element<Name extends keyof Tags>(name: Name, properties: Partial<Tags[Name]> = {}, ...children: (Node | string)[]): Tags[Name] {
    const created = document.createElement(name);
    Object.assign(created, properties).append(...children);
    return created;
}

export const button = (text: string, act: () => unknown) => element("button", { textContent: text, onclick: () => void attempt(act) });

export function say(text: string) {
    const status = document.querySelector("#status");
    if (status) status.textContent = text;
}

/** Runs an action, and shows its error. */
export async function attempt(act: () => unknown) {
    try {
        await act();
    } catch (error) {
        say(error instanceof Error ? error.message : String(error));
    }
}
