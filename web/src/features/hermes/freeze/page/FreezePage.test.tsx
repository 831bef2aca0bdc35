import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Freeze } from "@/api/hermes/freezes";
import { type Answer, person, refused, renderApp } from "@/test-app";
import { allowed, cellFor, freezeFor, planFor, resultFor } from "../testFreeze";

const reviewer = person({ roles: ["reviewer"], permissions: ["runMetaAnalysis", "viewAllUploads"] });

const words = {
  "GET /api/hermes/portal-config": {
    ancestries: [
      { value: "EU", label: "European" },
      { value: "EAS", label: "East Asian" },
    ],
  },
  "GET /api/hermes/phenotypes": { items: [] },
};

function open(freeze: Freeze, more: Record<string, Answer> = {}, at = "/hermes/freezes/f1") {
  return renderApp(at, {
    "GET /api/is-logged-in": reviewer,
    "GET /api/hermes/freezes/f1": freeze,
    ...words,
    ...more,
  });
}

const asked = (calls: Request[], method: string, path: string) =>
  calls.filter((call) => call.method === method && new URL(call.url).pathname === path);

test("a reviewer reads the verdict first, and each cell leads to its meta-analysis", async () => {
  open(freezeFor());
  expect(await screen.findByText(/^Not ready to publish: 1 cell failed/)).toBeTruthy();
  const table = screen.getByRole("table");
  const link = await within(table).findByRole("link", { name: "All heart failure, European: 71 loci" });
  expect(link.getAttribute("href")).toBe("/hermes/ma/m1");
  expect(link.closest("td")?.textContent).toContain("14 studies · 1.49 M");
  expect(link.closest("td")?.textContent).toContain("λ 1.14");
  expect(within(table).getByText("Disk is full.")).toBeTruthy();
  expect(within(table).getByText("needs 2 more")).toBeTruthy();
  expect(screen.getByText(/Version 4\.0 · accepted by 15 Oct 2026 · 32 cohorts, 2\.25 M participants/)).toBeTruthy();
});

test("switches show another sex and other results", async () => {
  open(freezeFor());
  await screen.findByRole("link", { name: "All heart failure, European: 71 loci" });
  await userEvent.click(screen.getByRole("radio", { name: "Random effects" }));
  expect(await screen.findByRole("link", { name: "All heart failure, European: 64 loci" })).toBeTruthy();
  // The meta-regression of all ancestries is the same under every scheme.
  expect(screen.getByRole("link", { name: "All heart failure, All ancestries: 92 loci" })).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Sex difference" }));
  const link = await screen.findByRole("link", { name: "All heart failure, European: 3 loci" });
  expect(link.getAttribute("href")).toBe("/hermes/ma/m5");
});

test("cells that need a look are listed with what is wrong", async () => {
  open(freezeFor());
  await userEvent.click(await screen.findByRole("button", { name: "Review 2 cells" }));
  const rows = within(await screen.findByRole("table")).getAllByRole("row");
  expect(rows).toHaveLength(3);
  expect(rows[1]?.textContent).toContain("Confirmed: people in several files.");
  expect(rows[2]?.textContent).toContain("Disk is full.");
  await userEvent.click(screen.getByRole("button", { name: "Show all cells" }));
  expect(await screen.findByRole("link", { name: "All heart failure, European: 71 loci" })).toBeTruthy();
});

test("arrow keys move between the links of cells and skip cells without one", async () => {
  open(freezeFor());
  const first = await screen.findByRole("link", { name: "All heart failure, European: 71 loci" });
  first.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(document.activeElement?.getAttribute("href")).toBe("/hermes/ma/m2");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement?.getAttribute("href")).toBe("/hermes/ma/m3");
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement?.getAttribute("href")).toBe("/hermes/ma/m3");
});

test("what is at work is shown with its progress, and can be cancelled", async () => {
  const running = resultFor({
    state: "running",
    meta_id: "m9",
    progress: { job_id: "j", stage: "Combining, 6.9 of 11.1 M variants", done: 62, total: 100, eta_seconds: 70 },
  });
  const waits = resultFor({ state: "queued", progress: { job_id: "k", stage: "", done: 0, total: 0 } });
  const plan = planFor({
    cells: [
      cellFor({ verdict: "running", results: [running] }),
      cellFor({ ancestry: "EAS", verdict: "running", results: [waits] }),
    ],
  });
  const freeze = freezeFor({ state: "running", plan, actions: { cancel: allowed } });
  const { asked: calls } = open(freeze, { "POST /api/hermes/freezes/f1/cancel": freezeFor({ version: 4 }) });
  const card = (await screen.findByRole("heading", { name: "Running" })).closest("section") as HTMLElement;
  expect(await within(card).findByText("All heart failure, European, fixed effect")).toBeTruthy();
  expect(card.textContent).toContain("62 %");
  expect(card.textContent).toContain("6.9 of 11.1 M variants · 1 min left");
  expect(card.textContent).toContain("1 more result waiting");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel the run" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Running" })).toBeNull());
  const [cancelled] = asked(calls, "POST", "/api/hermes/freezes/f1/cancel");
  expect(cancelled?.headers.get("If-Match")).toBe('"3"');
});

test("outdated cells are run again; while studies are compared, the start waits", async () => {
  const outdated = cellFor({ verdict: "outdated", results: [resultFor({ outdated: ["Fjord HF was replaced."] })] });
  const freeze = freezeFor({ plan: planFor({ cells: [outdated], counts: { outdated: 1 } }) });
  let tries = 0;
  open(freeze, {
    "POST /api/hermes/freezes/f1/start": () =>
      ++tries < 3
        ? refused(409, "Studies are being compared.", [], "comparing")
        : freezeFor({ verdict: "Not ready to publish: 1 is not finished.", state: "running" }),
  });
  expect(await screen.findByText("Fjord HF was replaced.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Run 1 outdated" }));
  expect(await screen.findByText("Not ready to publish: 1 is not finished.")).toBeTruthy();
  expect(tries).toBe(3);
});

test("loci that came and went are shown with P in both freezes", async () => {
  const previous = { id: "f0", name: "HERMES release 3", release_version: "3.0" };
  const locus = { phenotype: "HF", sex: "both", chromosome: "3", effect_allele: "A", other_allele: "G" };
  const loci = [
    {
      change: "gained",
      gene: "SLC6A6",
      ancestry: "EU",
      position: 14_470_000,
      neg_log10_p: 10.7,
      neg_log10_p_before: 6.5,
    },
    {
      change: "lost",
      rsid: "rs10824026",
      ancestry: "all",
      position: 75_421_208,
      neg_log10_p: 7.03,
      neg_log10_p_before: 7.66,
    },
    { change: "kept", gene: "BAG3", ancestry: "EU", position: 121_429_633, neg_log10_p: 40, neg_log10_p_before: 38 },
  ];
  open(freezeFor({ previous }), {
    "GET /api/hermes/freezes/f1/changes": {
      gained: 1,
      lost: 1,
      kept: 1,
      loci: loci.map((one) => ({ ...locus, ...one })),
    },
  });
  await screen.findByText("SLC6A6");
  await screen.findByRole("link", { name: "All heart failure, European: 71 loci" });
  const card = screen.getByRole("heading", { name: "Since HERMES release 3 3.0" }).closest("section") as HTMLElement;
  expect(card.textContent).toContain("new loci+1");
  const [gained, lost, ...none] = within(card).getAllByRole("listitem");
  expect(gained?.textContent).toBe("+SLC6A6All heart failure, European2.0e-113.2e-7");
  expect(lost?.textContent).toBe("−rs10824026All heart failure, All ancestries9.3e-82.2e-8");
  expect(none).toEqual([]);
  await userEvent.click(within(card).getByRole("button", { name: "All 3" }));
  const table = within(await screen.findByRole("dialog")).getByRole("table");
  expect(within(table).getAllByRole("row")).toHaveLength(4);
  expect(table.textContent).toContain("3:14470000:G:A");
});

test("release texts are read and copied", async () => {
  open(freezeFor(), {
    "GET /api/hermes/freezes/f1/texts": {
      release_notes: "# Release 4\n\n44 new loci.",
      methods: "Inverse variance.",
      citation: "HERMES, 2026.",
      cohorts: [{ cohort: "Fjord", ancestries: ["EU"], phenotypes: ["HF"], files: 2, participants: 64_000 }],
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Release notes" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("44 new loci.")).toBeTruthy();
  expect(within(dialog).getByRole("button", { name: "Copy" })).toBeTruthy();
});

test("a freeze is published under a proposed address, and a taken one is refused at its field", async () => {
  const ready = freezeFor({
    actions: { publish: allowed },
    verdict: "Ready to publish.",
    plan: planFor({ counts: {} }),
  });
  const published = freezeFor({
    state: "published",
    publication: { name: "release-four", terms: "Cite us.", at: "2026-11-01T00:00:00Z", by: "reviewer1" },
  });
  const { asked: calls } = open(ready, {
    "PUT /api/hermes/freezes/f1/publication": async (request) => {
      const { name } = (await request.clone().json()) as { name: string };
      return name === "release-four"
        ? published
        : refused(409, "Not published.", [{ field: "name", message: "This address is taken." }]);
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Publish" }));
  const dialog = await screen.findByRole("dialog");
  const address = within(dialog).getByRole("textbox", { name: /Public address/ }) as HTMLInputElement;
  expect(address.value).toBe("hermes-release-4-4-0");
  await userEvent.type(within(dialog).getByRole("textbox", { name: /Terms of use/ }), "Cite us.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Publish" }));
  expect(await within(dialog).findByText("This address is taken.")).toBeTruthy();
  await userEvent.clear(address);
  await userEvent.type(address, "Release 4");
  await userEvent.click(within(dialog).getByRole("button", { name: "Publish" }));
  expect(await within(dialog).findByText(/Use at least two lower-case letters/)).toBeTruthy();
  await userEvent.clear(address);
  await userEvent.type(address, "release-four");
  await userEvent.click(within(dialog).getByRole("button", { name: "Publish" }));
  const link = await screen.findByRole("link", { name: "Public page" });
  expect(link.getAttribute("href")).toBe("/p/freezes/release-four");
  const sent = asked(calls, "PUT", "/api/hermes/freezes/f1/publication");
  expect(sent).toHaveLength(2);
  expect(await sent[1]?.json()).toEqual({ name: "release-four", terms: "Cite us." });
});

test("a freeze that is not ready says why it cannot be published", async () => {
  open(freezeFor());
  const button = await screen.findByRole("button", { name: "Publish" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.hover(button);
  expect(await screen.findByText("1 cell failed.")).toBeTruthy();
});
