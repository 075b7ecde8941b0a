// Refuses to run in browsers. Bundlers for browsers take this file in place of `server.js`, which imports it.

export function connectApp() {
    throw new Error(
        '"funhouse/server" does not run in browsers: it has the key of an app, which acts for all users of the app. Use it on your server, and give the browser the token of its user',
    );
}

// All browsers have such a name, also in workers, and no server has.
if (globalThis.navigator?.userAgent?.startsWith("Mozilla/")) connectApp();
