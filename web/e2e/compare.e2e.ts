import { readFileSync } from "node:fs";
import { expect, test } from "./story";

test("two results are set side by side, read, exported and swapped", async ({ page, demo }) => {
  test.setTimeout(180_000);
  await demo.letIn(page, "reviewer1");

  await test.step("two files that are chosen in the list are compared, and a click on a peak opens its region", async () => {
    await page.goto(`${demo.server.base}/hermes?q=HF`);
    for (const name of ["North Biobank HF", "Lakeland HF"]) {
      await page
        .getByRole("checkbox", { name: new RegExp(`^Choose ${name}`) })
        .first()
        .check();
    }
    await page.getByRole("region", { name: "Chosen files" }).getByRole("link", { name: "Compare" }).click();
    await page.waitForURL(/\/hermes\/ma\/compare\?up=upload/);
    const plot = page.getByRole("region", { name: "Miami plot" }).getByRole("img");
    const box = await plot.boundingBox();
    if (!box) throw new Error("the Miami plot has no place");
    await page.mouse.click(box.x + box.width * 0.27, box.y + box.height * 0.15);
    await page.waitForURL(/\/hermes\/browse\/region\/4(:|%3A)\d+-\d+\?/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("4:");
  });

  await test.step("a meta-analysis is compared with a data set", async () => {
    const id = await demo.first(page, "/api/hermes/meta-analyses");
    await page.goto(`${demo.server.base}/hermes/ma/${id}`);
    await page.getByRole("link", { name: "Compare" }).click();
    await expect(page.getByRole("heading", { name: "Choose two results" })).toBeVisible();
    await page.getByRole("combobox", { name: "Down" }).fill("North Biobank HF");
    await page.getByRole("option", { name: /North Biobank HF/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^HF all.* against North Biobank HF/);
  });

  await test.step("the loci, the effects and the plot are there, and what they have in common is said", async () => {
    await expect(page.getByRole("region", { name: "Miami plot" }).getByRole("img")).toHaveAttribute(
      "aria-label",
      /shared loc/,
    );
    await expect(page.getByText(/Slope \d\.\d\d \(/)).toBeVisible();
    await expect(page.getByText("1 submission is in both results")).toBeVisible();
    await expect(page.getByRole("table", { name: "" }).getByRole("link", { name: "PITX2" })).toBeVisible();
  });

  await test.step("a locus leads to its region with both results", async () => {
    const href = await page.getByRole("link", { name: "PITX2" }).getAttribute("href");
    const address = decodeURIComponent(href ?? "");
    expect(address).toMatch(/^\/hermes\/browse\/region\/4:\d+-\d+\?build=GRCh37&results=/);
    expect(address).toContain("upload:");
  });

  await test.step("the table says what each variant does in the other result, and is exported", async () => {
    await page.getByRole("button", { name: /^\d+ only HF all/ }).click();
    await expect(page.getByText("same variant").first()).toBeVisible();
    const waiting = page.waitForEvent("download");
    await page.getByRole("region", { name: "Loci", exact: true }).getByRole("button", { name: "Export" }).click();
    const lines = readFileSync(await (await waiting).path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines[0]).toContain("up_beta");
    expect(lines.length).toBeGreaterThan(5);
  });

  await test.step("swapped, the slope is the reciprocal", async () => {
    const slope = async () =>
      Number(/Slope (\d\.\d\d)/.exec((await page.getByText(/Slope \d/).textContent()) ?? "")?.[1]);
    const before = await slope();
    await page.getByRole("button", { name: "Swap" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^North Biobank HF/);
    await expect.poll(async () => Math.abs((await slope()) * before - 1)).toBeLessThan(0.02);
  });

  await test.step("Z against Z is another question at the same address", async () => {
    await page.getByText("Z", { exact: true }).click();
    await expect(page).toHaveURL(/effects=z/);
    await expect(page.getByText(/equal errors on both axes/)).toBeVisible();
  });
});
