import { expect, test } from "./story";

test("an edit of an accepted file says what it withdraws, those who rest on it are told, and results are marked", async ({
  browser,
  demo,
}) => {
  test.slow(); // a run of QC, and four people
  const { base } = demo.server;
  const open = async (name: string) => {
    const page = await (await browser.newContext()).newPage();
    await demo.letIn(page, name);
    return page;
  };
  const [uploader, reviewer, admin] = [await open("uploader1"), await open("reviewer1"), await open("admin1")];
  const metaId = await demo.first(admin, "/api/hermes/meta-analyses");
  const result = `${base}/hermes/ma/${metaId}`;
  const uploadId = await demo.first(uploader, "/api/hermes/uploads", "North Biobank HF");
  const run = `${base}/api/hermes/uploads/${uploadId}/qc-runs`;
  const settings = { fd: 0.2, adj: "none", noind: false, panel: "none" };
  let dataset = "";

  await test.step("the result is public, and nothing is marked while nothing has changed", async () => {
    await admin.goto(result);
    await expect(admin.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(admin.getByText(/^Input changed since/)).toBeHidden();
    const headers = { Origin: base };
    const made = await admin.request.post(`${base}/api/datasets/from-result`, {
      headers,
      data: { meta_analysis: metaId },
    });
    expect(made.ok(), await made.text()).toBe(true);
    const { id } = (await made.json()) as { id: string };
    dataset = id;
    await expect(async () => {
      const { version } = (await (await admin.request.get(`${base}/api/datasets/${id}`)).json()) as { version: number };
      const shared = await admin.request.put(`${base}/api/datasets/${id}/sharing`, {
        headers: { ...headers, "If-Match": `"${version}"` },
        data: { sharing: "public", people: [], groups: [] },
      });
      expect(shared.ok(), await shared.text()).toBe(true);
    }).toPass({ timeout: 60_000 }); // its file is checked first
    const seen = (await (await reviewer.request.get(`${base}/api/public/datasets/${id}`)).json()) as object;
    expect(seen).not.toHaveProperty("input_changed");
  });

  await test.step("a script that does not confirm it is refused with what it would withdraw", async () => {
    const refused = await uploader.request.post(run, { headers: { Origin: base }, data: settings });
    expect(refused.status()).toBe(409);
    expect(await refused.text()).toContain("The acceptance by reviewer1 is withdrawn. 2 meta-analyses used it");
  });

  await test.step("the form of an edit warns its uploader without names, that of a reviewer with them", async () => {
    await uploader.goto(`${base}/hermes/new?id=${uploadId}&step=study`);
    await expect(uploader.getByText("This withdraws an acceptance")).toBeVisible();
    await expect(uploader.getByText("2 meta-analyses use the accepted run")).toBeVisible();
    await expect(uploader.getByRole("link", { name: "HF all, European, demo" })).toBeHidden();
    await reviewer.goto(`${base}/hermes/new?id=${uploadId}&step=study`);
    await expect(reviewer.getByRole("link", { name: "HF all, European, demo" })).toBeVisible();
  });

  await test.step("another run warns too, and goes on when it is confirmed", async () => {
    await uploader.goto(`${base}/hermes/qc/${uploadId}`);
    await uploader.getByRole("button", { name: /^Run QC again/ }).click();
    const dialog = uploader.getByRole("dialog", { name: "Run QC again" });
    await expect(dialog.getByText("Accepted by reviewer1.")).toBeVisible();
    await dialog.getByRole("button", { name: "Withdraw acceptance and run QC" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("the reviewer is told once, by whom and what rests on it", async () => {
    await reviewer.goto(`${base}/hermes/notices`);
    const told = reviewer.getByText(/^uploader1 changed North Biobank HF, both sexes \(QC started again\)\./);
    await expect(told).toHaveCount(1);
    await expect(told).toContainText("HF all, European, demo");
  });

  await test.step("the list, the result, its data set and its public page are marked", async () => {
    await reviewer.goto(`${base}/hermes/ma`);
    await expect(reviewer.getByText("Input changed", { exact: true })).toBeVisible();
    await reviewer.goto(result);
    await expect(reviewer.getByText("Input changed since: 1 submission")).toBeVisible();
    await expect(reviewer.getByText(/QC run 1 was combined, run 2 by uploader1 is current\./)).toBeVisible();
    await admin.goto(`${base}/datasets/${dataset}`);
    await expect(admin.getByText("Input changed since this result was made")).toBeVisible();
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(`${base}/p/datasets/${dataset}`);
    await expect(stranger.getByText(/^QC of 1 of 3 studies ran again after this result was made/)).toBeVisible();
    await expect(stranger.getByText("uploader1")).toHaveCount(0);
  });
});
