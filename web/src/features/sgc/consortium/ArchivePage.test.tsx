import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Archive } from "@/api/sgc/sgc";
import { type Answer, refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { catchSaves, contact, openSgc } from "./testing";

const ready: Archive = {
  state: "ready",
  size: 812_000_000,
  sha256: "f00d",
  made_at: "2026-11-20T12:00:00Z",
  made_by: "rita@example.org",
  cohorts: 41,
};

const job: NonNullable<Archive["job"]> = {
  id: "j1",
  kind: "qc",
  subject_id: "archive",
  state: "running",
  stage: "Writing",
  done: 12,
  total: 41,
  eta_seconds: 90,
  attempt: 1,
  updated_at: "2026-11-21T12:00:00Z",
};

function open(archive: Answer, answers: Record<string, Answer> = {}, user?: object) {
  return openSgc("/sgc/archive", { "GET /api/sgc/archive": archive, ...answers }, user);
}

test("the last archive: when, by whom, how large, its checksum", async () => {
  open(ready);
  expect(await screen.findByText(/by rita@example.org/)).toBeTruthy();
  expect(screen.getByText("f00d")).toBeTruthy();
  expect(screen.getByText("41")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Download (812 MB)" })).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
});

test("building: stage, amount and time left; when it ends, the page shows it without being asked", async () => {
  let now: Archive = { state: "absent" };
  const { asked } = open(() => now, {
    "POST /api/sgc/archive": () => {
      now = { state: "building", job };
      return Response.json(now, { status: 202 });
    },
  });
  expect(await screen.findByText("No archive was built yet.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Build a new archive" }));
  expect(await screen.findByText("Writing")).toBeTruthy();
  expect(screen.getByText("29 %")).toBeTruthy();
  expect(screen.getByText("12 of 41 cohorts · about 2 min left")).toBeTruthy();
  expect(screen.getByText(/You can close this page/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Build a new archive" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Archive", level: 2 })).toBeNull();
  expect(await accessFaults()).toEqual([]);
  now = ready;
  expect(await screen.findByRole("button", { name: "Download (812 MB)" })).toBeTruthy();
  expect(asked.filter((request) => request.url.endsWith("/api/sgc/archive")).length).toBeGreaterThan(2);
});

test("building is stopped after asking, with the token of the area", async () => {
  let now: Archive = { ...ready, state: "building", job };
  const { writes } = open(() => now, {
    "POST /api/jobs/j1/cancel": () => {
      now = ready;
      return { ...job, state: "cancelled" };
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Stop building", hidden: true }));
  expect(await screen.findByRole("button", { name: "Build a new archive", hidden: true })).toBeTruthy();
  expect(writes()[0]?.headers.get("Authorization")).toBe("Bearer sgc-token");
});

test("one that failed says why, and that the one before is there", async () => {
  open({ ...ready, state: "failed", message: "The store is full." });
  expect(await screen.findByText(/The store is full. The earlier archive is still available/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Build a new archive" })).toBeTruthy();
});

test("the download is kept as it comes and saved", async () => {
  const saved = catchSaves();
  open(ready, { "GET /api/sgc/archive/download": () => new Response("PK-zip") });
  await userEvent.click(await screen.findByRole("button", { name: /^Download/ }));
  await waitFor(() => expect(saved.length).toBe(1));
  expect(await saved[0]?.text()).toBe("PK-zip");
});

test("a download that breaks off says so, and can be tried again", async () => {
  open(ready, { "GET /api/sgc/archive/download": () => refused(404, "There is no archive any more.") });
  await userEvent.click(await screen.findByRole("button", { name: /^Download/ }));
  expect(await screen.findByText(/There is no archive any more. Nothing was saved/)).toBeTruthy();
});

test("only reviewers get in", async () => {
  open(ready, {}, contact);
  expect(await screen.findByText(/Only SGC reviewers can see the archive/)).toBeTruthy();
});
