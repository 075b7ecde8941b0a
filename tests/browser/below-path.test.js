// The service below a path of another site: a proxy removes the path, and no request leaves it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { after, it } from "node:test";
import { launch, open, serve } from "./harness.js";

/** @type {string[]} */
const outside = [];
let target = "";
const proxy = createServer((incoming, outgoing) => {
    const path = /** @type {string} */ (incoming.url);
    if (!path.startsWith("/games/")) {
        outside.push(path);
        outgoing.writeHead(404).end();
        return;
    }
    const { method, headers } = incoming;
    const onward = request(`${target}${path.slice("/games".length)}`, { method, headers }, (answer) => {
        outgoing.writeHead(/** @type {number} */ (answer.statusCode), answer.headers);
        answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
});
proxy.listen(0, "127.0.0.1");
await once(proxy, "listening");
const site = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (proxy.address()).port}`;
const server = await serve({ flags: ["--public-url", `${site}/games`] });
target = server.base;
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
    proxy.close();
});

it("pages, games and accounts stay below the path", async () => {
    const { page, close } = await open(browser, site);
    await page.goto("/games/");
    await page.getByRole("link", { name: "Play now" }).click();
    await page.locator(".count", { hasText: "0 moves" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/games/play");
    for (const [link, heading] of [["Tables", "Tables"], ["Leaderboards", "Leaderboards"], ["Daily", "Daily"]]) {
        await page.getByRole("navigation").getByRole("link", { name: link }).click();
        await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    }
    await page.getByRole("link", { name: "funhouse" }).first().click();
    await page.getByRole("link", { name: "Play now" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/games/");
    assert.deepEqual(outside, []);
    await close();
});

it("documents and calls that are tried there stay below the path", async () => {
    const { page, close } = await open(browser, site);
    await page.goto("/games/docs");
    await page.getByLabel("The calls of").selectOption({ label: "Slide Jam" });
    await page.getByText("Slide Jam: deal").first().click();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.locator(".live-responses-table").getByText('"game": "slide-jam"').first().waitFor();
    await page.goto("/games/docs/guide");
    await page.getByRole("link", { name: "funhouse" }).click();
    await page.getByRole("link", { name: "Play now" }).waitFor();
    assert.deepEqual(outside, []);
    await close();
});

it("unknown addresses of any depth and redirects stay below the path", async () => {
    const { page, close } = await open(browser, site, { refuses: true });
    for (const path of ["/games/nothing", "/games/a/b/c"]) {
        await page.goto(path);
        await page.getByRole("heading", { name: "Page not found" }).waitFor();
        assert.ok(await page.evaluate(() => document.styleSheets.length) > 0, "the page has its styles");
    }
    await page.getByRole("link", { name: "To the games" }).click();
    assert.equal(new URL(page.url()).pathname, "/games/play");
    const signUp = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"name":"Below"}' };
    assert.match(/** @type {string} */ ((await fetch(`${site}/games/v1/players`, signUp)).headers.get("location")), /^\/games\/v1\/players\/\d+$/);
    const old = await fetch(`${site}/games/play/0123456789abcdef/style.css`);
    assert.ok(old.ok && old.redirected && old.url.startsWith(`${site}/games/play/`), old.url);
    assert.deepEqual(outside, []);
    await close();
});

it("types of problems resolve below the path", async () => {
    const { type, code } = await (await fetch(`${site}/games/v1/nothing`)).json();
    const { problems } = await (await fetch(`${site}/games${type}`)).json();
    assert.ok(problems.some((/** @type {{ code: string }} */ problem) => problem.code === code), type);
});

// The last test: it ends the service.
it("pages work without a network, at any address", { skip: !process.env.FUNHOUSE_PAGES }, async () => {
    const { page, close } = await open(browser, site, { refuses: true });
    await page.goto("/games/play#/start/trampo-land");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.kill();
    for (const path of ["/games/", "/games/docs/guide"]) {
        await page.goto(path);
        assert.ok(await page.evaluate(() => document.styleSheets.length) > 0, `${path} has its styles`);
    }
    await page.getByRole("heading", { name: "This needs a connection" }).waitFor();
    await page.getByRole("link", { name: "To the games" }).click();
    await page.locator(".game.pick").first().waitFor();
    assert.deepEqual(outside, []);
    await close();
});
