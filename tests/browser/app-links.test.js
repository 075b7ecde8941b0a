// Links of apps: taking over a player, and letting an app play.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { accessible, launch, open, serve } from "./harness.js";

const server = await serve({ flags: ["--apps", "open"] });
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * @param {string} method
 * @param {string} path
 * @param {string} [bearer]
 * @param {unknown} [body]
 */
async function call(method, path, bearer, body) {
    const headers = { "Content-Type": "application/json", ...(bearer && { Authorization: `Bearer ${bearer}` }) };
    const answer = await fetch(server.base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return answer.json();
}

it("a person takes a player over, lets the app play, and stops it", async () => {
    const owner = await call("POST", "/v1/players", undefined, { name: "Club owner" });
    const { app, key } = await call("POST", "/v1/apps", owner.token, { name: "Slide Club", home_page: "https://slides.example.org" });
    const user = `/v1/apps/${app.id}/users/u`;
    await call("PUT", user, key, { name: "Ben" });
    const link = async () => (await call("POST", `${user}/link`, key)).url;

    const { page, close } = await open(browser, server.base, { refuses: true });
    await page.goto(await link());
    await page.getByRole("heading", { name: "Take over Ben?" }).waitFor();
    await accessible(page, "a link to take over");
    await page.getByRole("button", { name: "Take over" }).click();
    await page.getByRole("heading", { name: "Save your recovery code" }).waitFor();
    assert.match(await page.locator(".recovery-code").innerText(), /^(\w{4}-){6}\w{4}$/);

    const second = await link();
    await page.goto(second);
    await page.getByRole("heading", { name: "Let Slide Club play for you?" }).waitFor();
    await accessible(page, "a link to consent");
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "Slide Club can play for you" }).waitFor();
    assert.equal((await call("PUT", user, key, {})).player.name, "Ben");

    await page.goto("/play#/you");
    await page.getByRole("button", { name: "Stop Slide Club from playing for you" }).click();
    await page.getByRole("heading", { name: "Apps that play for you" }).waitFor({ state: "detached" });
    await page.goto(second);
    await page.getByText("This link has expired or was used.").waitFor();

    const stranger = await open(browser, server.base, { refuses: true });
    await stranger.page.goto(await link());
    await stranger.page.getByText("Sign in as Ben first").waitFor();
    await close();
    await stranger.close();
});

it("a link does not replace the player of a browser", async () => {
    const owner = await call("POST", "/v1/players", undefined, { name: "Another owner" });
    const { app, key } = await call("POST", "/v1/apps", owner.token, { name: "Other club", home_page: "https://other.example.org" });
    await call("PUT", `/v1/apps/${app.id}/users/u`, key, { name: "Dora" });
    const { page, close } = await open(browser, server.base, { refuses: true });
    await page.goto("/play#/you");
    await page.getByLabel("Your name").fill("Emil");
    await page.getByRole("button", { name: "Use this name" }).click();
    await page.getByRole("heading", { name: "Emil", exact: true }).waitFor();
    await page.goto((await call("POST", `/v1/apps/${app.id}/users/u/link`, key)).url);
    await page.getByText("This browser is signed in as Emil.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Take over" }).count(), 0);
    await close();
});
