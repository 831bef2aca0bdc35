import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Job } from "@/api/events";
import * as calls from "./cancelJob";
import { JobProgress } from "./JobProgress";

const job: Job = {
  id: "j1",
  kind: "qc",
  subject_id: "u1",
  state: "running",
  stage: "Checking",
  done: 620,
  total: 1000,
  eta_seconds: 75,
  attempt: 1,
  updated_at: "2026-11-21T10:00:00Z",
};

function show(of: Job | undefined, cancel = { allowed: true }) {
  render(
    <MantineProvider env="test">
      <JobProgress title="QC run 2" job={of} cancel={cancel} startedAt="2026-11-21T09:59:00Z" />
    </MantineProvider>,
  );
}

describe("JobProgress", () => {
  it("says stage, amount and time left, and that the page may be closed", () => {
    show(job);
    expect(screen.getByText("Checking")).toBeTruthy();
    expect(screen.getByText("62 %")).toBeTruthy();
    expect(screen.getByText(/about 1 min left/)).toBeTruthy();
    expect(screen.getByText(/You can close this page/)).toBeTruthy();
  });

  it("says that a job waits, and that it is tried again", () => {
    show({ ...job, state: "queued" });
    expect(screen.getByText("Waiting for a free worker")).toBeTruthy();
    show({ ...job, attempt: 2 });
    expect(screen.getByText("Checking (attempt 2)")).toBeTruthy();
  });

  it("cancels the job", async () => {
    const cancel = vi.spyOn(calls, "cancelJob").mockResolvedValue({ ...job, state: "cancelled" });
    show(job);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(cancel).toHaveBeenCalledWith("j1");
  });
});
