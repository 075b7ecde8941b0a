// The entry for servers of apps: its calls with an app's key, and its refusal to run in a browser.

import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { connect, Problem } from "funhouse";
import { connectApp } from "funhouse/server";
import { closeBrowser, shownScript } from "../bundlers/harness.js";
import { serve } from "./support.js";

const REFUSAL = /^Error: "funhouse\/server" does not run in browsers: .* give the browser the token of its user$/;
const DAY = 86_400_000;

/** @type {Awaited<ReturnType<typeof serve>>} */
let service;
/** @type {import("funhouse/server").App} */
let app;

before(async () => {
    service = await serve("--apps", "open");
    const remote = connect(service.base);
    const owner = remote.as((await remote.signUp("Club owner")).token);
    const body = { name: "Slide Club", home_page: "https://slides.example.org" };
    const created = await owner.request("POST", "/v1/apps", { body });
    app = connectApp(service.base, { app: created.app.id, key: created.key });
});

after(async () => {
    await closeBrowser();
    await service.stop();
});

const isProblem = (/** @type {string} */ code) => (/** @type {unknown} */ error) => error instanceof Problem && error.code === code;

test("app signs in its users, and they play", async () => {
    assert.deepEqual([(await app.info()).id, (await app.info()).status], [app.id, "pending"]);
    const key = { idempotencyKey: "a-key-of-mine-01" };
    const { player, token } = await app.signIn("u/1 ?", { name: "Ada" }, key);
    assert.equal((await app.signIn("u/1 ?", {}, key)).token, token);
    await assert.rejects(app.signIn("u-2", { name: "Ada" }), isProblem("name_taken"));
    const other = await app.signIn("u-2", { name: "Ada", unique: true });
    assert.equal(other.player.name, "Ada 2");
    assert.equal((await connect(service.base, { token }).player()).player.id, player.id);
    const { users, next } = await app.users({ limit: 1 });
    assert.deepEqual(users.map(({ user }) => user), ["u/1 ?"]);
    assert.deepEqual((await app.users({ cursor: next ?? "" })).users.map(({ user }) => user), ["u-2"]);
    assert.match((await app.link("u-2")).url, /\/play#\/link\//);
    assert.deepEqual(/** @type {any} */ (await app.exportUser("u/1 ?")).player.name, "Ada");
    await app.deleteUser("u-2");
    await assert.rejects(app.exportUser("u-2"), isProblem("unknown_player"));
    // Its calls count for its addresses until an operator approves it.
    assert.deepEqual((await app.usage()).days, []);
});

test("app hides runs and users on its own boards", async () => {
    const user = connect(service.base, { token: (await app.signIn("hidden", { name: "Ben" })).token });
    const game = await user.game("slide-jam");
    let position = await game.deal({ seed: "server", with_legal_moves: true });
    /** @type {any[]} */
    const moves = [];
    while (!position.finished) {
        moves.push(position.legal_moves.moves[0]);
        position = await game.play(position.state, moves.at(-1), { with_legal_moves: true });
    }
    const { rules, seed, options } = position.state;
    const { run } = await user.submit({ game: "slide-jam", rules, seed, options, moves, score: position.score.total });
    const ranked = async () => (await user.leaderboard("slide-jam", { app: app.id, class: "chosen" })).entries.length;
    assert.equal(await ranked(), 1);
    for (const [hide, show] of [[() => app.hideRun(run.id), () => app.showRun(run.id)], [() => app.hideUser("hidden"), () => app.showUser("hidden")]]) {
        await hide?.();
        assert.equal(await ranked(), 0);
        await show?.();
        assert.equal(await ranked(), 1);
    }
});

test("app has seasons", async () => {
    const day = (/** @type {number} */ days) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
    const season = await app.createSeason({ name: "Winter", first_day: day(2), last_day: day(30) });
    assert.deepEqual(await app.season(season.id), season);
    assert.deepEqual(await app.seasons(), [season]);
    await app.deleteSeason(season.id);
    await assert.rejects(app.season(season.id), isProblem("unknown_season"));
});

test("app hears of all users, and resumes", async () => {
    const user = connect(service.base, { token: (await app.signIn("hears", { name: "Cleo" })).token });
    /** @type {string | undefined} */
    let lastId;
    for (const expected of ["table_started", "table_over"]) {
        const first = lastId === undefined;
        for await (const { type, id, data } of app.events({ lastId })) {
            lastId = id;
            if (type === "reset") {
                assert.ok(first);
                await (await user.createTable({ game: "slide-jam" })).resign();
                continue;
            }
            assert.equal(type, expected);
            assert.equal(data.user, "hears");
            break;
        }
    }
});

test("app without a key or with an id that is another path is refused", () => {
    assert.throws(() => connectApp(service.base, /** @type {any} */ ({ app: "1", key: undefined })), /key are required/);
    for (const user of [".", ".."]) assert.throws(() => app.deleteUser(user), /no id is/);
    assert.throws(() => connect(service.base).table(".."), /no id is/);
});

test("entry throws in pages and workers without a bundler", async () => {
    const folder = await mkdtemp(join(tmpdir(), "funhouse-"));
    try {
        await cp(new URL("../src", import.meta.url), join(folder, "src"), { recursive: true });
        const imported = 'import("./src/server.js").then(() => "it runs", String)';
        await writeFile(join(folder, "worker.js"), `${imported}.then(postMessage);`);
        await writeFile(join(folder, "page.js"), `globalThis.result = ${imported};`);
        await writeFile(join(folder, "page-of-worker.js"), `globalThis.result = new Promise((resolve) => {
            new Worker("worker.js", { type: "module" }).onmessage = ({ data }) => resolve(data);
        });`);
        for (const script of ["page.js", "page-of-worker.js"]) assert.match((await shownScript(folder, script)).result, REFUSAL);
    } finally {
        await rm(folder, { recursive: true });
    }
});
