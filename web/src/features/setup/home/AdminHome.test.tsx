import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Need, Overview, QueuedJob } from "@/api/server/overview";
import { admin, person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

const at = "2026-11-28T12:00:00Z";

const quiet: Overview = {
  at,
  needs: [],
  numbers: { queued: 0, running: 0, errors: 0, signed_in: 1, accounts: 3, to_review: 2 },
  processes: [
    {
      id: "p1",
      host: "north",
      kind: "server",
      version: "3.2.0",
      workers: 2,
      jobs: 1,
      started_at: "2026-11-28T09:00:00Z",
      seen_at: "2026-11-28T11:59:56Z",
      alive: true,
      disk: { free: 41e9, size: 80e9 },
      memory: 6e9,
      memory_used: 8e8,
    },
  ],
  jobs: [],
  given_up: [],
  problems: [],
  storage: {
    at,
    bytes: 3_000_000,
    files: 5,
    kinds: [
      { kind: "uploads", bytes: 2_000_000, files: 4 },
      { kind: "results", bytes: 1_000_000, files: 1 },
    ],
  },
  mail: { server: "mail.example.org", tested: true },
  backup: {
    newest: { place: "/b", id: "20261128T023000.000Z", at: "2026-11-28T02:30:00Z", bytes: 5_000_000, read_back: true },
    schedule: { place: "/b", every_seconds: 86_400, keep: 14, encrypted: true, next_at: "2026-11-29T02:30:00Z" },
  },
  versions: { program: "3.2.0", commit: "abc", go: "go1.26", database: "sqlite", schema: 39, files: "file" },
};

const need = (key: string, level: Need["level"], action: Need["action"]): Need => ({
  key,
  level,
  title: `Title of ${key}`,
  fact: `Cause of ${key}.`,
  action,
});

const job = (id: string, change: Partial<QueuedJob["job"]> = {}, subject = "Lakeland HF"): QueuedJob => ({
  job: {
    id,
    kind: "qc",
    subject_id: "u1",
    state: "queued",
    stage: "Waiting",
    done: 0,
    total: 0,
    attempt: 0,
    updated_at: at,
    ...change,
  },
  owner: "uploader1",
  subject,
  created_at: "2026-11-28T11:56:00Z",
});

const server = (overview: Overview) => ({ "GET /api/is-logged-in": admin, "GET /api/overview": () => overview });

test("nothing needs the administrator: numbers, machines, storage, mail and versions", async () => {
  renderApp("/admin", server(quiet));
  expect(await screen.findByText("Everything works, and nothing needs you.")).toBeTruthy();
  expect(screen.getByText("Nothing needs you")).toBeTruthy();
  const machines = within(screen.getByRole("region", { name: "Machines" }));
  expect(
    machines.getByRole("row", { name: "north Server 3.2.0 Running 1 of 2 800 MB of 6 GB 41 GB 3 h 4 s ago" }),
  ).toBeTruthy();
  expect(screen.getByText("No job waits or runs.")).toBeTruthy();
  expect(screen.getByText("No errors.")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Failed jobs" })).toBeNull();
  expect(within(screen.getByRole("region", { name: "Storage" })).getByText("3 MB, 5 files")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Mail" })).getByText("Tested")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Versions" })).getByText("SQLite, schema 39")).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
});

test.each([
  ["no limit", { memory: 0 }, "800 MB, no limit"],
  ["a full budget", { memory_used: 6e9 }, "6 GB of 6 GB"],
  ["one job above the budget", { memory_used: 7e9 }, "7 GB of 6 GB: one job alone"],
  ["a server without workers", { workers: 0 }, "–"],
])("memory of jobs: %s", async (_, change, words) => {
  const [process] = quiet.processes;
  renderApp("/admin", server({ ...quiet, processes: process ? [{ ...process, ...change }] : [] }));
  const machines = within(await screen.findByRole("region", { name: "Machines" }));
  expect(machines.getAllByRole("cell").at(4)?.textContent).toBe(words);
});

test("what needs action: in the order of the server, with cause and one way to mend it", async () => {
  let sent = false;
  const { router } = renderApp("/admin", {
    ...server(quiet),
    "GET /api/overview": () => ({
      ...quiet,
      needs: [
        ...(sent ? [] : [need("mail-failing", "fail", { label: "Test the mail server", test_mail: true })]),
        need("quarantine", "warn", { label: "List them", command: "cohortium store orphans" }),
        need("access-requests", "warn", { label: "Decide", address: "/admin/users" }),
      ],
    }),
    "POST /api/setup/test-mail": () => {
      sent = true;
      return { status: "ok" };
    },
  });
  expect(await screen.findByText("1 thing does not work. 3 items below.")).toBeTruthy();
  const rows = () => within(screen.getByRole("region", { name: "Needs action" })).getAllByRole("listitem");
  expect(rows().map((row) => row.querySelector("strong")?.textContent)).toEqual([
    "Title of mail-failing",
    "Title of quarantine",
    "Title of access-requests",
  ]);
  expect(screen.getByText("cohortium store orphans")).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Test the mail server" }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await userEvent.click(screen.getByRole("link", { name: "Decide" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/users"));
});

test("a job is cancelled from the queue; failed ones lead to where they are started again", async () => {
  let jobs = [job("j1"), job("j2", { kind: "tool-run", state: "running", done: 1, total: 4 }, "")];
  const failed = [job("j0", { kind: "meta", subject_id: "m1", state: "failed", error: "It broke." }, "All HF")];
  const { writes } = renderApp("/admin", {
    ...server(quiet),
    "GET /api/overview": () => ({ ...quiet, jobs, given_up: failed }),
    "POST /api/jobs/j1/cancel": () => {
      jobs = jobs.slice(1);
      return { ...job("j1").job, state: "cancelled" };
    },
  });
  const queue = within(await screen.findByRole("region", { name: "Jobs" }));
  expect(queue.getByRole("link", { name: "Lakeland HF" }).getAttribute("href")).toBe("/hermes/qc/u1");
  expect(queue.getByRole("row", { name: "Tool uploader1 Running 25 % 4 min" })).toBeTruthy();
  await userEvent.click(queue.getByRole("button", { name: "Cancel QC Lakeland HF" }));
  await waitFor(() => expect(queue.queryByText("Lakeland HF")).toBeNull());
  expect(writes()).toHaveLength(1);
  const list = within(screen.getByRole("region", { name: "Failed jobs" }));
  expect(list.getByRole("link", { name: "All HF" }).getAttribute("href")).toBe("/hermes/ma/m1");
  expect(list.getByText("It broke.")).toBeTruthy();
});

test("mail that fails, and errors with the number by which the log finds them", async () => {
  renderApp("/admin", {
    ...server(quiet),
    "GET /api/overview": () => ({
      ...quiet,
      mail: { server: "mail.example.org", tested: true, failed_at: at, cause: "It is refused." },
      problems: [
        {
          day: "2026-11-28",
          message: "request failed",
          cause: "disk",
          reference: "r7f31",
          times: 14,
          first_at: at,
          last_at: at,
          settled: false,
        },
      ],
    }),
  });
  expect(await screen.findByRole("row", { name: /request failed\s*disk 14 r7f31$/ })).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Mail" })).getByText("Fails")).toBeTruthy();
});

test("what could not be measured says so, and can be asked again", async () => {
  let broken = true;
  renderApp("/admin", {
    ...server(quiet),
    "GET /api/overview": () => (broken ? refused(500, "Out of order.") : quiet),
  });
  expect(await screen.findByText("The state of the installation could not be loaded")).toBeTruthy();
  broken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Nothing needs you")).toBeTruthy();
});

test("others find 403, and the server is not asked", async () => {
  const curator = person({ roles: ["curator"], groups: ["datasets"], areas: ["datasets"] });
  const { asked } = renderApp("/admin", { "GET /api/is-logged-in": curator });
  expect(await screen.findByRole("heading", { name: "403 Forbidden" })).toBeTruthy();
  expect(asked.filter(({ url }) => url.includes("/api/overview"))).toEqual([]);
});

test("the backups: the newest, its size, the read-back and the next one", async () => {
  renderApp("/admin", server(quiet));
  const card = await screen.findByRole("region", { name: "Backups" });
  for (const text of ["Scheduled", "5 MB", "Every byte", "Every 24 hours, 14 backups kept, encrypted"]) {
    expect(card.textContent).toContain(text);
  }
});

test("backups without a schedule, one that runs, and one that failed", async () => {
  const { newest, schedule } = quiet.backup;
  const shown = async (backup: Overview["backup"]) => {
    const { unmount } = renderApp("/admin", server({ ...quiet, backup }));
    const text = (await screen.findByRole("region", { name: "Backups" })).textContent;
    unmount();
    return text;
  };
  expect(await shown({})).toMatch(/No schedule.*None/);
  if (!newest || !schedule) throw new Error("no schedule");
  expect(await shown({ newest: { ...newest, bytes: 0, read_back: false } })).toMatch(/Not recorded.*Only new files/);
  const running = { ...schedule, every_seconds: 5400, running_since: at, host: "north", place: "/other" };
  expect(await shown({ newest, schedule: running })).toMatch(/Every 90 minutes.*To\/other.*Running on north/);
  expect(await shown({ schedule: { ...schedule, failed_at: at, cause: "No space." } })).toMatch(/Fails.*No space\./);
});
