// The module and the scripts of the npm package as the service serves them, for pages of other sites without npm. Only builds with bundled
// pages and the module have them.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { ask, launch, serve } from "./harness.js";

const bundled = { skip: !process.env.FUNHOUSE_PAGES };
const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @returns {Promise<{ imports: Record<string, string>, integrity: Record<string, string> }>} */
const importMap = async () => (await fetch(`${server.base}/module/importmap.json`)).json();

test("files have the hashes of the import map, and never change", bundled, async () => {
    const { imports, integrity } = await importMap();
    assert.ok(Object.keys(integrity).length > 40, "each game has an entry");
    assert.ok(Object.values(imports).every((address) => address in integrity));
    for (const [address, expected] of Object.entries(integrity)) {
        const response = await fetch(server.base + address);
        const hash = createHash("sha384").update(Buffer.from(await response.arrayBuffer())).digest("base64");
        assert.equal(`sha384-${hash}`, expected, address);
        assert.match(response.headers.get("cache-control") ?? "", /immutable/);
    }
    for (const entry of ["funhouse", "funhouse/slide-jam"]) {
        const [, , version, ...name] = imports[entry].split("/");
        const bare = `/module/${name.join("/")}`;
        const moved = await fetch(server.base + bare, { redirect: "manual" });
        assert.equal(moved.status, 307, bare);
        assert.equal(new URL(moved.headers.get("location") ?? "", server.base + bare).pathname, imports[entry]);
        const older = `/module/${"0".repeat(version.length)}/${name.join("/")}`;
        assert.equal((await fetch(server.base + older)).status, 404, "a page with old hashes loads no other version");
    }
    assert.equal((await fetch(`${server.base}/module/nothing.js`)).status, 404);
});

test("a page of another site plays with an import map", bundled, async () => {
    const { imports, integrity } = await importMap();
    const whole = (/** @type {Record<string, string>} */ map, /** @type {boolean} */ keys) =>
        Object.fromEntries(Object.entries(map).map(([key, value]) => (keys ? [server.base + key, value] : [key, server.base + value])));
    const map = JSON.stringify({ imports: whole(imports, false), integrity: whole(integrity, true) });
    const html = `<!doctype html><script type="importmap">${map}</script><script type="module">
        import { game } from "funhouse/slide-jam";
        globalThis.dealt = (await game()).deal({ seed: "served" });
    </script>`;
    const site = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(html));
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const page = await browser.newPage();
    /** @type {string[]} */
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => { if (message.type() === "error" && !message.text().includes("favicon")) wrong.push(message.text()); });
    await page.goto(`http://localhost:${/** @type {import("node:net").AddressInfo} */ (site.address()).port}`);
    const dealt = await (await page.waitForFunction(() => /** @type {any} */ (globalThis).dealt)).jsonValue();
    assert.deepEqual(dealt, await ask(server.base, "slide-jam/deal", { seed: "served" }));
    assert.deepEqual(wrong, []);
    await page.close();
    site.close();
});
