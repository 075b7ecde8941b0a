// The documentation: the page on which every call can be tried, which sends no requests to other hosts, and the documents.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { fits, fitsAndIsAccessible, launch, open, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

it("each document can be selected and lists its calls", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/docs/");
    await page.getByText("Check that the service is alive").waitFor();
    const choice = page.getByLabel("The calls of");
    const offered = await choice.locator("option").allInnerTexts();
    assert.ok(["What is common", "Slide Jam", "Everything"].every((name) => offered.includes(name)), offered.join(", "));
    await choice.selectOption({ label: "Slide Jam" });
    await page.getByText("Slide Jam: play moves").waitFor();
    assert.equal(await page.getByText("Catwalk: play moves").count(), 0, "a game's document has no other game");
    await close();
});

it("a document that arrives late does not replace a later choice", async () => {
    const { page, close } = await open(browser, server.base);
    let choose = () => {};
    const chosen = new Promise((resolve) => { choose = () => resolve(null); });
    await page.goto("/docs/");
    const [option] = await page.locator("#document option").evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
    const first = new URL(option, page.url()).href;
    await page.route(first, async (route) => {
        await chosen;
        await route.continue();
    });
    await page.reload();
    const late = page.waitForResponse((response) => response.url() === first);
    await page.getByLabel("The calls of").selectOption({ label: "Slide Jam" });
    await page.getByText("Slide Jam: draw a state").waitFor();
    choose();
    await (await late).finished();
    await page.waitForLoadState("networkidle");
    assert.equal(await page.getByText("Slide Jam: draw a state").count(), 1);
    await close();
});

it("shows the response of a tried call", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/docs/");
    await page.getByLabel("The calls of").selectOption({ label: "Slide Jam" });
    await page.getByText("Slide Jam: draw a state").click();
    await page.locator(".responses-inner .content-type").first().selectOption("image/svg+xml");
    await page.getByRole("button", { name: "Execute" }).click();
    await page.locator(".live-responses-table").getByText("24 tiles on the slide", { exact: true }).waitFor();
    await close();
});

it("fits on a phone, with a large enough choice", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
    await page.goto("/docs/");
    await page.getByText("Check that the service is alive").waitFor();
    await fits(page, "the documentation");
    const box = await page.getByLabel("The calls of").boundingBox();
    assert.ok(box && box.height >= 40 && box.x + box.width <= 375, JSON.stringify(box));
    await close();
});

it("cannot be framed by another page", async () => {
    const { page } = await open(browser, server.base);
    await page.goto("/healthz");
    const frame = await page.evaluateHandle(async () => {
        const frame = document.createElement("iframe");
        frame.src = "/docs/";
        const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
        document.body.append(frame);
        await loaded;
        return frame;
    });
    const inside = await frame.asElement()?.contentFrame();
    assert.match(inside?.url() ?? "", /^chrome-error:/);
});

it("documents fit on desks and phones, and are accessible in light and dark", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/");
    await page.getByRole("link", { name: "quick start" }).click();
    const links = page.getByRole("navigation", { name: "Documentation" }).getByRole("link");
    await links.first().waitFor();
    const documents = (await links.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).filter((name) => name !== "./");
    assert.ok(documents.length >= 10, documents.join(", "));
    for (const name of documents) {
        await page.goto(`/docs/${name}`);
        await fitsAndIsAccessible(page, `/docs/${name}`);
    }
    await close();
});
