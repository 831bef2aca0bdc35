import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { CohortCounts, Receipt } from "@/api/sgc/sgc";
import { type Answer, refused } from "@/test-app";
import { kinds } from "../../kinds";
import { cohort, downloads, open, reviewer, sgcFile } from "../testing";

const hidden = true;
const exact = (n: number) => ({ low: n, high: n });
const few = { low: 0, high: 4 };

const counts: CohortCounts = {
  male: [
    { code: "PSOR", description: "Psoriasis", cases: exact(1204), controls: exact(2000), effective_n: exact(3006) },
    { code: "ZOSTER", description: "Zoster", cases: exact(50), controls: exact(50), effective_n: exact(100) },
  ],
  female: [
    {
      code: "PSOR",
      description: "Psoriasis",
      cases: few,
      controls: { low: 596, high: 600 },
      effective_n: { low: 0, high: 16 },
    },
  ],
  both: [
    {
      code: "PSOR",
      description: "Psoriasis",
      cases: { low: 1204, high: 1208 },
      controls: { low: 2596, high: 2600 },
      effective_n: { low: 3290, high: 3299 },
    },
  ],
  male_pairs: [{ a: "ACNE", b: "PSOR", n: exact(8) }],
  female_pairs: [],
  both_pairs: [],
};

const whole = cohort(
  kinds.map((kind) => sgcFile(kind)),
  { status: "validated", validated: true, validated_at: "2026-11-20T13:00:00Z" },
);

const receipt: Receipt = {
  cohort_id: "c1",
  name: whole.name,
  owner: whole.owner,
  version: 7,
  status: "validated",
  validated_at: "2026-11-20T13:00:00Z",
  total_sample_size: 1000,
  number_of_males: 400,
  number_of_females: 600,
  min_cell: 5,
  files: whole.files,
  issued_at: "2026-11-21T09:00:00Z",
};

function view(address: string, answers: Record<string, Answer> = {}, who?: object) {
  return open(
    address,
    {
      "GET /api/sgc/cohorts/c1": whole,
      "GET /api/sgc/cohorts/c1/counts": counts,
      "GET /api/sgc/cohorts/c1/receipt": receipt,
      ...answers,
    },
    who,
  );
}

test("a cohort is shown with files, counts, answers and history; hidden numbers say so", async () => {
  view("/sgc/view/c1");
  await screen.findByText("Psoriasis");
  const table = within(screen.getByRole("region", { name: "Cases and controls" }));
  const cells = (await table.findAllByRole("cell")).map((cell) => cell.textContent);
  expect(cells).toEqual([
    ...["Psoriasis", "1,204", "2,000", "3,006", "<5", "596–600", "<17", "1,204–1,208", "2,596–2,600", "3,290–3,299"],
    ...["Zoster", "50", "50", "100", "–", "females are missing"],
  ]);
  expect(table.getByText("<5").getAttribute("title")).toBe("Hidden to protect few people: fewer than 5");
  expect(table.getByText(/A number such as <5 is hidden/)).toBeTruthy();
  expect(table.getByRole("columnheader", { name: "Both, derived" })).toBeTruthy();
  expect(screen.getByText("Not in it, as the other sex is missing: 1 pair of males only.")).toBeTruthy();
  expect(screen.getAllByText("there")).toHaveLength(5);
  expect(screen.getByText("ICD-10")).toBeTruthy();
  expect(screen.getByText("registered")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Edit" }).getAttribute("href")).toBe("/sgc/edit/c1");
});

test("the counts are exported as they are shown", async () => {
  const saved = downloads();
  view("/sgc/view/c1");
  await screen.findByText("Psoriasis");
  const table = within(screen.getByRole("region", { name: "Cases and controls" }));
  await userEvent.click(await table.findByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.body.text()).toContain(
    "PSOR,Psoriasis,1204,2000,3006,<5,596–600,<17,1204–1208,2596–2600,3290–3299",
  );
});

test("who may only look sees no edit, no sharing and no delete", async () => {
  view("/sgc/view/c1", { "GET /api/sgc/cohorts/c1": { ...whole, can: [] } });
  await screen.findByText("ICD-10");
  expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Owners/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /Remove/ })).toBeNull();
});

test("another user's cohort is not there, neither to see nor to edit", async () => {
  const gone = { "GET /api/sgc/cohorts/c1": () => refused(404, "There is no such cohort, or it is not yours to see.") };
  const { unmount } = view("/sgc/view/c1", gone);
  expect(await screen.findByText(/it is not yours to see/)).toBeTruthy();
  unmount();
  view("/sgc/edit/c1", gone);
  expect(await screen.findByText(/it is not yours to see/)).toBeTruthy();
});

test("an editor's page of a user who may not edit leads to the view", async () => {
  view("/sgc/edit/c1", { "GET /api/sgc/cohorts/c1": { ...whole, can: [] } });
  expect(await screen.findByText("You can view this cohort, but not change it")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See the cohort" }).getAttribute("href")).toBe("/sgc/view/c1");
});

test("the receipt lists what was accepted with its checksums, and is saved as JSON", async () => {
  const saved = downloads();
  view("/sgc/view/c1?receipt=1");
  expect(await screen.findAllByText("ab".repeat(32))).toHaveLength(5);
  expect(screen.getAllByText("not kept: it could reveal a hidden number")).toHaveLength(5);
  await userEvent.click(screen.getByRole("button", { name: "Download JSON" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe("receipt Lakeland Biobank v7.json");
  expect(JSON.parse((await saved[0]?.body.text()) ?? "")).toEqual(receipt);
  expect(screen.getByRole("button", { name: "Print" })).toBeTruthy();
});

test("a cohort is shared; a name that does not exist is refused at its field", async () => {
  let names: unknown;
  view("/sgc/view/c1", {
    "PUT /api/sgc/cohorts/c1/owners": async (request) => {
      names = await request.json();
      const message = "There is no account “nobody” that may work with cohorts.";
      return refused(422, message, [{ field: "co_owners", message }]);
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Owners and sharing…" }));
  await userEvent.type(await screen.findByLabelText(/^Shared with/, { selector: "input" }), "nobody{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/There is no account “nobody”/)).toBeTruthy();
  expect(names).toEqual({ owner: "ada@example.org", co_owners: ["nobody"] });
});

test("an owner who gives a cohort away is told that it leaves the list, and is led there", async () => {
  const { router, writes } = view("/sgc/view/c1", {
    "GET /api/sgc/cohorts": {
      items: [],
      total: 0,
      summary: { cohorts: 0, validated: 0, complete: 0, incomplete: 0, people: 0 },
    },
    "PUT /api/sgc/cohorts/c1/owners": { ...whole, owner: "bo@example.org" },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Owners and sharing…" }));
  const owner = await screen.findByLabelText(/^Owner/, { selector: "input" });
  await userEvent.clear(owner);
  await userEvent.type(owner, "bo@example.org");
  expect(await screen.findByText("You will lose access to this cohort")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/sgc"));
  expect(writes()[0]?.headers.get("If-Match")).toBe('"3"');
});

test("a file is removed after a question that says what happens; its version stays", async () => {
  const gone = "cohort_description" as const;
  const kept = whole.files.map((file) => (file.kind === gone ? { ...file, current: false } : file));
  const changed = cohort(kept, { version: 4 });
  const { writes } = view("/sgc/view/c1", { [`DELETE /api/sgc/cohorts/c1/files/${gone}`]: changed });
  const files = within(await screen.findByRole("group", { name: "Files" }));
  await userEvent.click(files.getByRole("button", { name: "Remove… Description" }));
  await screen.findByText(
    /loses its validation until you submit a new file.* Version 1 .* can be downloaded from the history/,
  );
  expect(writes()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Remove file" }));
  expect(await screen.findByText("removed (versions are kept)")).toBeTruthy();
  expect(files.getByRole("button", { name: "Version 1 of Description", hidden })).toBeTruthy();
  expect(files.queryByRole("button", { name: "Remove… Description", hidden })).toBeNull();
  expect(writes()[0]?.headers.get("If-Match")).toBe('"3"');
});

test("a file of a cohort that another user changed is not removed, and the change is shown", async () => {
  const current = { ...whole, name: "Lakeland Two", version: 4 };
  view("/sgc/view/c1", {
    "DELETE /api/sgc/cohorts/c1/files/cases_controls_male": () =>
      Response.json(
        { detail: "Another user has changed this cohort.", code: "changed", fields: [], request_id: "r", current },
        { status: 409 },
      ),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Remove… Cases, male" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove file" }));
  expect(await screen.findByText(/was not removed/)).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Lakeland Two", hidden })).toBeTruthy();
});

test("a reviewer deletes a cohort after a question that names it", async () => {
  const { router } = view(
    "/sgc/view/c1",
    {
      "GET /api/sgc/cohorts/c1": { ...whole, can: ["edit", "transfer", "delete"] },
      "DELETE /api/sgc/cohorts/c1": () => new Response(null, { status: 204 }),
    },
    reviewer,
  );
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete…", hidden }));
  await screen.findByText("Delete Lakeland Biobank?");
  await userEvent.click(screen.getByRole("button", { name: "Delete cohort" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/sgc"));
});
