import { signIn } from "./people";
import { realFile, test } from "./story";
import { chooseFile, goNext, openUploadPage } from "./wizard";

test("shots", async ({ page, server }) => {
  test.setTimeout(240_000);
  await signIn(page, server, "uploader1");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const shot = (name: string) => page.screenshot({ path: `/tmp/wizard/shots/${name}-${width}.png`, fullPage: true });
    await openUploadPage(page, server);
    await shot("1-empty");
    await chooseFile(page, realFile("parkinson_nalls2019_LRRK2_hg19.tsv.gz"));
    await page.waitForTimeout(800);
    await shot("1-inspected");
    await goNext(page);
    await page.waitForTimeout(500);
    await shot("2-study");
    await goNext(page);
    await page.waitForTimeout(300);
    await shot("2-errors");
    await page.getByRole("button", { name: /3 Columns/ }).click();
    await page.waitForTimeout(300);
    await shot("3-columns");
    await page.getByRole("button", { name: /4 Submit/ }).click();
    await page.getByRole("button", { name: "Submit and start QC" }).first().click();
    await page.waitForTimeout(500);
    await shot("4-errors");
    await page.getByRole("button", { name: /1 File/ }).click();
    await page.getByRole("group").getByRole("button").first().click();
    await page.waitForTimeout(400);
    await shot("1-answered");
    await page.getByRole("button", { name: "Use another file" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove it" }).click();
    await page.waitForTimeout(500);
    await page.evaluate(() => localStorage.clear());
  }
});
