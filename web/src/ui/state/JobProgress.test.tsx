import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type JobCancel, JobProgress, type JobProgressProps, type JobState } from "./JobProgress";

const job: JobState = {
  id: "j1",
  state: "running",
  stage: "Checking",
  done: 620,
  total: 1000,
  eta_seconds: 75,
  attempt: 1,
};

const may = (change: Partial<JobCancel> = {}): JobCancel => ({ action: { allowed: true }, send: vi.fn(), ...change });

function show(change: Partial<JobProgressProps> = {}) {
  render(
    <MantineProvider env="test">
      <JobProgress title="QC run 2" job={job} cancel={may()} {...change} />
    </MantineProvider>,
  );
}

describe("JobProgress", () => {
  it("says stage, amount and time left, and that the page may be closed", () => {
    show({ amount: ({ done, total }) => `${done} of ${total} rows`, result: "the report" });
    expect(screen.getByText("Checking")).toBeTruthy();
    expect(screen.getByText("62 %")).toBeTruthy();
    expect(screen.getByText("620 of 1000 rows · about 1 min left")).toBeTruthy();
    expect(screen.getByText(/You can close this page. The work continues, and the report will be here/)).toBeTruthy();
  });

  it.each<[string, JobState | undefined, string]>([
    ["waits", { ...job, state: "queued" }, "Waiting to start"],
    ["is not known yet", undefined, "Waiting to start"],
    ["has begun", { ...job, stage: "" }, "Starting"],
    ["is tried again", { ...job, attempt: 2 }, "Checking (attempt 2)"],
  ])("says that a job %s", (_name, of, words) => {
    show({ job: of });
    expect(screen.getByText(words)).toBeTruthy();
  });

  it("claims no share of what has no total", () => {
    show({ job: { ...job, total: 0 }, amount: () => "0 rows" });
    expect(screen.queryByText(/%/)).toBeNull();
    expect(screen.queryByText(/rows/)).toBeNull();
  });

  it("has no way to cancel where the caller may not, or before there is a job", () => {
    show({ cancel: may({ action: undefined }) });
    show({ job: undefined });
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("cancels at once when nothing is asked, and can be tried again when the server refuses", async () => {
    const send = vi.fn().mockRejectedValueOnce(new Error("no")).mockResolvedValue(undefined);
    show({ cancel: may({ send }) });
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(send.mock.calls).toEqual([["j1"], ["j1"]]);
  });
});
