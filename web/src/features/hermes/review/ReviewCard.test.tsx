import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { HermesUpload } from "@/api/hermes/hermes";
import type { ReviewFindings } from "@/api/hermes/review";
import * as calls from "@/api/hermes/review-calls";
import { ApiError } from "@/lib/api-error";
import { ReviewCard } from "./ReviewCard";
import { findings, knowing, run, upload } from "./testing";

function show(of: HermesUpload, checklist: string[] = [], found: ReviewFindings[] = [findings()]) {
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={knowing({ checklist }, found)}>
        <ReviewCard upload={of} account="a1" run={run} steps={["af"]} verdict="2 warnings" />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

let review: MockInstance<typeof calls.reviewUpload>;
let undo: MockInstance<typeof calls.undoReview>;
beforeEach(() => {
  review = vi.spyOn(calls, "reviewUpload");
  undo = vi.spyOn(calls, "undoReview");
});

const accepted = (undoable: HermesUpload["actions"][string]) =>
  upload({
    status: "REVIEW APPROVED",
    version: 7,
    review: { decision: "approved", comment: "Good file.", by: "reviewer1", at: "2026-11-19T10:00:00Z" },
    actions: { review: { allowed: false }, undo_review: undoable },
  });

describe("ReviewCard", () => {
  it("asks for a reason before it rejects, at the field, with the focus in it", async () => {
    show(upload());
    await userEvent.click(screen.getByRole("button", { name: "Reject" }));
    const field = screen.getByLabelText("Comment to the uploader");
    expect(screen.getByText(/State the problem/)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(review).not.toHaveBeenCalled();
  });

  it("rejects the run that was read, with the reason", async () => {
    review.mockResolvedValue(upload({ status: "REVIEW REJECTED" }));
    show(upload());
    await userEvent.type(screen.getByLabelText("Comment to the uploader"), " λ is not explained. ");
    await userEvent.click(screen.getByRole("button", { name: "Reject" }));
    expect(review).toHaveBeenCalledWith("u1", { decision: "reject", comment: "λ is not explained.", run_id: "r2" });
  });

  it("accepts without a comment, asked once what it means", async () => {
    review.mockResolvedValue(upload({ status: "REVIEW APPROVED" }));
    show(upload());
    await userEvent.click(screen.getByRole("button", { name: "Accept" }));
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(review).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Accept" }));
    await userEvent.click(await screen.findByRole("button", { name: "Accept submission" }));
    expect(review).toHaveBeenCalledWith("u1", {
      decision: "approve",
      checked: [],
      acknowledged: [],
      comment: "",
      run_id: "r2",
    });
  });

  it("accepts when everything on the checklist is ticked, and says what is not", async () => {
    review.mockResolvedValue(upload({ status: "REVIEW APPROVED" }));
    show(upload(), ["N agrees with the paper", "The ancestry is plausible"]);
    await userEvent.click(screen.getByRole("button", { name: "Accept" }));
    await userEvent.click(await screen.findByLabelText("N agrees with the paper"));
    await userEvent.click(screen.getByRole("button", { name: "Accept submission" }));
    expect(await screen.findByText(/1 line is not ticked/)).toBeTruthy();
    expect(review).not.toHaveBeenCalled();
    await userEvent.click(screen.getByLabelText("The ancestry is plausible"));
    await userEvent.click(screen.getByRole("button", { name: "Accept submission" }));
    const checked = ["N agrees with the paper", "The ancestry is plausible"];
    expect(review).toHaveBeenCalledWith("u1", {
      decision: "approve",
      checked,
      acknowledged: [],
      comment: "",
      run_id: "r2",
    });
  });

  it("shows what QC found, and accepts a figure that is off only when it is acknowledged by name", async () => {
    review.mockResolvedValue(upload({ status: "REVIEW APPROVED" }));
    const doubt = "The P values are smaller than chance allows (λ = 27.123, above 1.1).";
    const warnings = [
      { step: "inflation", messages: [doubt] },
      { step: "duplicates", messages: ["3 rows repeat a variant."] },
    ];
    show(upload(), [], [findings({ verdict: "warn", warnings, not_measured: ["frequency", "pz"], doubts: [doubt] })]);
    await userEvent.click(screen.getByRole("button", { name: "Accept" }));
    const box = await screen.findByRole("checkbox", { name: doubt });
    expect(document.activeElement).toBe(box);
    expect(screen.getByText("2 warnings, 2 of 14 not measured")).toBeTruthy();
    expect(screen.getByText(/3 rows repeat a variant/)).toBeTruthy();
    expect(screen.getByText("Not measured: Frequency, P–Z")).toBeTruthy();
    expect(screen.getAllByText(/λ = 27.123/)).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Accept submission" }));
    expect(screen.getByText(/1 line is not ticked/)).toBeTruthy();
    expect(review).not.toHaveBeenCalled();
    await userEvent.click(box);
    await userEvent.click(screen.getByRole("button", { name: "Accept submission" }));
    expect(review).toHaveBeenCalledWith("u1", expect.objectContaining({ acknowledged: [doubt] }));
  });

  it("carries the comment into the first change that is requested", async () => {
    show(upload());
    await userEvent.type(screen.getByLabelText("Comment to the uploader"), "Is N right?");
    await userEvent.click(screen.getByRole("button", { name: "Request changes…" }));
    const field = (await screen.findByLabelText("Change or explanation needed")) as HTMLTextAreaElement;
    expect(field.value).toBe("Is N right?");
  });

  it("keeps the comment as a draft until the decision is taken", async () => {
    const field = () => screen.getByLabelText("Comment to the uploader") as HTMLTextAreaElement;
    const first = show(upload());
    await userEvent.type(field(), "λ is not explained.");
    first.unmount();
    const second = show(upload());
    expect(field().value).toBe("λ is not explained.");
    second.unmount();
    const other = show(upload({ id: "u2" }));
    expect(field().value).toBe("");
    other.unmount();

    review.mockRejectedValueOnce(new ApiError(503, "The server is busy.", "busy"));
    review.mockResolvedValueOnce(upload({ status: "REVIEW REJECTED" }));
    const third = show(upload());
    await userEvent.click(screen.getByRole("button", { name: "Reject" }));
    expect(await screen.findByText("The server is busy.")).toBeTruthy();
    expect(field().value).toBe("λ is not explained.");
    await userEvent.click(screen.getByRole("button", { name: "Reject" }));
    await waitFor(() => expect(review).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(localStorage).toHaveLength(0));
    third.unmount();
    show(upload());
    expect(field().value).toBe("");
  });

  it("shows the server's own reason for one's own file, and nothing can be sent", async () => {
    show(upload({ actions: { review: { allowed: false, reason: "You uploaded this file." } } }));
    const accept = screen.getByRole("button", { name: "Accept" });
    expect(accept.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByText("You uploaded this file.")).toBeTruthy();
    accept.click();
    expect(review).not.toHaveBeenCalled();
  });

  it("decides only about the newest run", () => {
    show(upload({ run: { ...run, id: "r3", number: 3 } }));
    expect(screen.getByText(/This is run 2. Decisions apply to the newest one, run 3/)).toBeTruthy();
  });

  it("puts a refusal of the server where it belongs", async () => {
    review.mockRejectedValue(
      new ApiError(422, "Not valid.", "invalid", [{ field: "comment", message: "Say more." }], "req-1"),
    );
    show(upload());
    await userEvent.type(screen.getByLabelText("Comment to the uploader"), "No.");
    await userEvent.click(screen.getByRole("button", { name: "Reject" }));
    expect(await screen.findByText("Say more.")).toBeTruthy();
  });

  it("undoes a decision, and the comment comes back for the next one", async () => {
    undo.mockResolvedValue(upload({ version: 8 }));
    const first = show(accepted({ allowed: true }));
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(undo).toHaveBeenCalledWith("u1", 7));
    await waitFor(() => expect(localStorage).toHaveLength(1));
    first.unmount();
    show(upload());
    expect((screen.getByLabelText("Comment to the uploader") as HTMLTextAreaElement).value).toBe("Good file.");
  });

  it("says what rests on a decision that stands", async () => {
    show(accepted({ allowed: false, reason: "The decision is final. The meta-analysis Both uses this submission." }));
    const button = screen.getByRole("button", { name: "Undo" });
    await userEvent.hover(button);
    expect(await screen.findByText(/The meta-analysis Both uses this submission/)).toBeTruthy();
    await userEvent.click(button);
    expect(undo).not.toHaveBeenCalled();
  });

  it("offers no undo to those whose business it is not", () => {
    show(upload({ ...accepted({ allowed: true }), actions: {} }));
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("tells an uploader who decides, and shows the decision with its reason", () => {
    show(upload({ actions: {} }));
    expect(screen.getByText(/A reviewer decides/)).toBeTruthy();
    show(
      upload({
        actions: {},
        status: "REVIEW REJECTED",
        review: { decision: "rejected", comment: "Wrong build.", by: "reviewer1", at: "2026-11-19T10:00:00Z" },
      }),
    );
    expect(screen.getByText("Wrong build.")).toBeTruthy();
  });
});
