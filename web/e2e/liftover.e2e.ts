import { gunzipSync } from "node:zlib";
import { letIn } from "./people";
import { expect, realFile, test } from "./story";
import { chooseFile, confirmColumns, describeStudy, goNext, openUploadPage, submit, waitForQc } from "./wizard";

// The consortium works on another assembly than the file that is sent.
test.use({ flags: ["--target-build", "hg19"] });

test("a file on another build is lifted over before QC, and the report says what became of its rows", async ({
  page,
  server,
}) => {
  await letIn(page, server, "uploader1");
  await openUploadPage(page, server);
  await chooseFile(page, realFile("ukb_d_shared/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"));
  await goNext(page);
  await describeStudy(page, {
    name: "Respiratory, lifted",
    cohort: "Airways",
    phenotype: "All heart failure",
    total: "361194",
    cases: "44000",
  });
  await expect(page.getByText("a file on another build is lifted over before QC")).toBeVisible();
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  await submit(page);
  await waitForQc(page, /Passed QC/);

  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Lifted over from GRCh38 (hg38) to GRCh37 (hg19)" })).toBeVisible();
  await expect(
    main.getByText(/rows lifted; .* read on the other strand\. The uploaded file is not changed\./),
  ).toBeVisible();
  await expect(main.getByText("system · lifted over")).toBeVisible(); // in the history
  await main.getByText("By chromosome").click();
  await expect(main.getByRole("columnheader", { name: "Other strand" })).toBeVisible();

  const link = main.getByRole("link", { name: /^Rows not lifted over/ });
  const answer = await page.request.get(new URL((await link.getAttribute("href")) ?? "", server.base).href);
  const [header = "", ...left] = gunzipSync(await answer.body())
    .toString()
    .trim()
    .split("\n");
  expect(header).toMatch(/^_unmapped_reason\tline\tchromosome\t/);
  await expect(link).toHaveText(`Rows not lifted over (${left.filter((line) => line !== "").length})`);
});
