import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, test } from "vitest";
import { refused } from "@/test-app";
import { check, dataFile, dataset, open, phenotype, sha256 } from "./testing";

const cannot = { edit: false, share: false, transfer: false, delete: false, restore: false };
// Content of a layer counts as hidden while elements have no size.
const hidden = true;
const nav = () => within(screen.getByRole("navigation", { name: "Parts of the data set" }));

test("a data set is read in the words of people, with what is missing for who may add it", async () => {
  open(
    dataset({
      completeness: ["State the licence of the data."],
      license: "https://creativecommons.org/licenses/by/4.0/",
    }),
  );
  await screen.findByRole("heading", { level: 1, name: "Crohn's disease, Lakeland Biobank" });
  expect(await screen.findAllByText("European")).toHaveLength(2);
  expect(screen.getAllByText("GRCh38").length).toBeGreaterThan(0);
  expect(screen.getByText("Lakeland University")).toBeTruthy();
  expect(screen.getByText("EFO:0000384")).toBeTruthy();
  expect(screen.getByText("State the licence of the data.")).toBeTruthy();
  const article = screen.getByRole("link", { name: "26502338" });
  expect(article.getAttribute("href")).toBe("https://pubmed.ncbi.nlm.nih.gov/26502338/");
  expect(article.getAttribute("rel")).toBe("noopener noreferrer");
  expect(screen.getByRole("link", { name: /creativecommons/ }).getAttribute("target")).toBe("_blank");
  expect(screen.getByRole("link", { name: "Crohn's disease" }).getAttribute("href")).toContain("part=results");
});

test("markup and scripts in texts stay texts, and no address but of the web is linked", async () => {
  const evil = `<img src=x onerror=alert(1)>`;
  const { container } = open(
    dataset({
      title: evil,
      name: evil,
      description: `<script>alert(1)</script>`,
      license: "javascript:alert(1)",
      publication_url: "javascript:alert(2)",
      pub_id: "data:text/html,x",
      terms: [{ curie: "EFO:1", label: evil }],
    }),
  );
  await screen.findByRole("heading", { level: 1, name: evil });
  expect(container.querySelector("img, script")).toBeNull();
  const targets = [...container.querySelectorAll("a")].map((a) => a.getAttribute("href"));
  expect(targets.filter((href) => href && /^(javascript|data):/i.test(href))).toEqual([]);
});

test("a page that is looked at asks for no file", async () => {
  const { asked } = open(dataset());
  await screen.findByRole("heading", { level: 1 });
  expect(document.head.querySelector(`script[type="application/ld+json"]`)).toBeNull();
  expect(asked.filter(({ url }) => url.includes("/metadata/"))).toEqual([]);
});

test("without phenotypes the page says what to do next", async () => {
  const { unmount } = open(dataset({ phenotypes: [] }), "/datasets/d1?part=results");
  const add = await screen.findByRole("link", { name: "Add a phenotype and its file" });
  expect(add.getAttribute("href")).toBe("/datasets/d1?edit=true&step=files");
  unmount();
  open(dataset({ phenotypes: [], can: cannot }), "/datasets/d1?part=files");
  expect(await screen.findByText(/has not added results yet/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Add a phenotype and its file" })).toBeNull();
});

test("who may only read sees no edit, share, delete, nor what is missing", async () => {
  open(dataset({ can: cannot, completeness: ["State the licence."] }), "/datasets/d1?edit=true");
  expect(await screen.findByText("You can view this data set, but not change it")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Share" })).toBeNull();
  expect(nav().queryByRole("link", { name: /Sharing/ })).toBeNull();
  expect(screen.queryByText("State the licence.")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  expect(await screen.findByRole("menuitem", { name: "Clone…", hidden })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Delete…", hidden })).toBeNull();
});

describe("what cannot be shown", () => {
  it.each([
    [404, "There is no such data set, or it is not yours to see.", /not yours to see/],
    [403, "Your account does not reach this area.", /does not reach this area/],
  ])("%d stands in place of the page", async (status, detail, words) => {
    open(dataset(), "/datasets/d1", { "GET /api/datasets/d1": () => refused(status, detail) });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Parts of the data set" })).toBeNull();
  });

  it("a failure is tried again", async () => {
    let failing = true;
    const answer = () => (failing ? refused(500, "The server has a fault.") : dataset());
    open(dataset(), "/datasets/d1", { "GET /api/datasets/d1": answer });
    await screen.findByText("The data set could not be loaded");
    expect(screen.getByText("req-1")).toBeTruthy();
    failing = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Crohn's disease, Lakeland Biobank" })).toBeTruthy();
  });
});

test("in the bin it says until when, and is restored", async () => {
  const binned = dataset({
    deleted_at: "2026-11-20T12:00:00Z",
    purged_at: "2026-12-20T12:00:00Z",
    can: { ...cannot, restore: true, delete: true },
  });
  const { writes } = open(binned, "/datasets/d1", { "POST /api/datasets/d1/restore": dataset({ version: 5 }) });
  expect(await screen.findByText(/In the bin since/)).toBeTruthy();
  expect(screen.getByText(/^20 Dec 2026/)).toBeTruthy();
  expect(document.head.querySelector(`script[type="application/ld+json"]`)).toBeNull();
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(screen.queryByText(/In the bin since/)).toBeNull());
  expect(writes().map(({ url }) => new URL(url).pathname)).toEqual(["/api/datasets/d1/restore"]);
});

test("deleting asks, and the page then shows what is in the bin", async () => {
  let gone = false;
  const { writes } = open(dataset(), "/datasets/d1", {
    "GET /api/datasets/d1": () =>
      dataset(gone ? { deleted_at: "2026-11-21T10:00:00Z", can: { ...cannot, restore: true } } : {}),
    "DELETE /api/datasets/d1": () => {
      gone = true;
      return new Response(null, { status: 204 });
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete…", hidden }));
  expect(writes()).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Delete data set" }));
  expect(await screen.findByText(/In the bin since/)).toBeTruthy();
});

test("files have size, checksum, short link and deposit; earlier versions are asked for", async () => {
  const now = dataFile({ id: "f2", version: 2, check: check({ file_id: "f2", status: "warned" }) });
  const set = dataFile({
    id: "f3",
    kind: "cs",
    parent_id: "s1",
    name: "L1",
    file_name: "L1.tsv",
    path: "/api/cs/ZzYy99",
  });
  const of = dataset({
    phenotypes: [
      phenotype({
        file: now,
        versions: 2,
        credible_sets: [{ id: "s1", name: "L1", created_at: "2026-11-20T10:00:00Z", versions: 1, file: set }],
      }),
    ],
  });
  const few = "The table has fewer than 100,000 rows.";
  const { asked } = open(of, "/datasets/d1?part=files", {
    "GET /api/datasets/d1/files": {
      items: [now, set, dataFile({ id: "f1", current: false, file_name: "old.tsv.gz" })],
    },
    "GET /api/datasets/d1/files/f2/checks": {
      items: [
        check({
          report: {
            findings: [],
            deposit: { file: "x.tsv.gz", size: 9, md5: "abc", crc32: 1, p_zero: false, blocks: [few], lacking: [few] },
          },
        }),
      ],
    },
  });
  const files = within(await screen.findByRole("region", { name: "Files of Crohn's disease" }));
  expect(files.getAllByRole("listitem")).toHaveLength(2);
  expect(files.getAllByText(sha256)).toHaveLength(2);
  expect(files.getByRole("link", { name: "Download crohns.tsv.gz" }).getAttribute("href")).toBe(
    "/api/datasets/d1/files/f2",
  );
  expect(files.getByRole("button", { name: "Copy short link L1.tsv" }).title).toMatch(/\/api\/cs\/ZzYy99$/);
  expect(asked.some(({ url }) => url.includes("versions=true"))).toBe(false);

  await userEvent.click(screen.getByRole("button", { name: "Show 1 earlier version" }));
  expect(await files.findByText("replaced")).toBeTruthy();
  expect(files.getByRole("link", { name: "Download old.tsv.gz" })).toBeTruthy();

  await userEvent.click(files.getByRole("button", { name: "GWAS Catalog deposit… crohns.tsv.gz" }));
  expect(await screen.findByText("The table has fewer than 100,000 rows.")).toBeTruthy();
  const zip = screen.getByRole("link", { name: "GWAS Catalog deposit (ZIP)", hidden });
  expect(zip.getAttribute("href")).toBe("/api/datasets/d1/files/f2/deposit");
});

test("citing: the sentence, and what is said for catalogues", async () => {
  open(dataset(), "/datasets/d1?part=cite");
  expect(await screen.findByText("Ada Moss. Bentham-2015_SLE_EU_Mixed. Cohortium, 2026.")).toBeTruthy();
  const hrefs = screen.getAllByRole("link", { name: /^Download/ }).map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual([
    "/api/datasets/d1/metadata/schema-org",
    "/api/datasets/d1/metadata/datacite",
    "/api/datasets/d1/metadata/dcat",
    "/api/datasets/d1/metadata/bibtex",
    "/api/datasets/d1/metadata/ris",
    "/api/datasets/d1/files/f1/gwas-ssf-meta.yaml",
  ]);
});

test("the history tells each field before and after", async () => {
  open(dataset(), "/datasets/d1?part=history", {
    "GET /api/datasets/d1/history": {
      items: [
        {
          at: "2026-11-20T10:00:00Z",
          by: "bo",
          action: "changed",
          detail: "Licence",
          changes: [
            { field: "Licence", before: "CC0", after: "CC BY 4.0" },
            { field: "Publication", before: "", after: "Nat Genet 2015" },
            { field: "Sex", before: "Mixed", after: "" },
          ],
        },
      ],
    },
  });
  expect((await screen.findByText("CC BY 4.0")).tagName).toBe("INS");
  expect(screen.getAllByText((_, element) => element?.tagName === "DEL").map((del) => del.textContent)).toEqual([
    "CC0",
    "Mixed",
  ]);
  expect(screen.getByText("removed")).toBeTruthy();
  expect(screen.getByText("bo")).toBeTruthy();
});
