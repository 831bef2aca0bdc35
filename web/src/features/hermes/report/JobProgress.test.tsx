import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Job } from "@/api/job";
import { JobProgress } from "./JobProgress";

const job: Job = {
  id: "j1",
  kind: "qc",
  subject_id: "u1",
  state: "running",
  stage: "Checking",
  done: 620_000,
  total: 1_000_000,
  eta_seconds: 75,
  attempt: 1,
  updated_at: "2026-11-21T10:00:00Z",
};

function show(of: Job) {
  render(
    <MantineProvider env="test">
      <JobProgress title="QC run 2" job={of} cancel={{ allowed: true }} startedAt="2026-11-21T09:59:00Z" />
    </MantineProvider>,
  );
}

describe("JobProgress", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("says what the server counts, never the thousandths of the bar", () => {
    show({ ...job, stage: "Combining, 1,204,000 of 3,000,000 rows", done: 620, total: 1000 });
    expect(screen.getByText("Combining")).toBeTruthy();
    expect(screen.getByText("62 %")).toBeTruthy();
    expect(screen.getByText(/^1,204,000 of 3,000,000 rows · running for .* · about 1 min left$/)).toBeTruthy();
  });

  it("says how long of a stage that counts nothing", () => {
    show({ ...job, stage: "Drawing figures", done: 950, total: 1000 });
    expect(screen.getByText(/^running for .* · about 1 min left$/)).toBeTruthy();
  });

  it("cancels the job", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return Response.json({ ...job, state: "cancelled" });
    });
    show(job);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(asked).toEqual(["POST /api/jobs/j1/cancel"]));
  });
});
