import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { HermesUpload } from "@/api/hermes/hermes";
import * as calls from "@/api/hermes/review-calls";
import { ApiError } from "@/lib/api-error";
import { AnswerCard } from "./AnswerCard";
import { ChangesDialog } from "./ChangesDialog";
import { ReviewFacts } from "./ReviewFacts";
import { knowing, upload } from "./testing";

const show = (content: React.ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={knowing()}>{content}</QueryClientProvider>
    </MantineProvider>,
  );

const comment = {
  id: "c1",
  about: "metadata.ancestry",
  text: "Is it all European?",
  by: "rosa",
  at: "2026-11-20T10:00:00Z",
  run_number: 1,
  settled: false,
};

const asked = (part: Partial<HermesUpload> = {}) =>
  upload({
    review_state: { step: "changes_requested", reviewer: "rosa", comments: [comment] },
    actions: { answer: { allowed: true } },
    ...part,
  });

beforeEach(() => localStorage.clear());

test("a comment is about something, says something, and is kept until it is sent", async () => {
  const onSend = vi
    .fn()
    .mockRejectedValueOnce(new ApiError(503, "Busy.", "busy"))
    .mockResolvedValueOnce(undefined);
  const dialog = () => (
    <ChangesDialog
      upload={upload({ mapping: { beta: "EFFECT" } })}
      account="a1"
      comment=""
      steps={["af"]}
      busy={false}
      failure={undefined}
      onSend={onSend}
      onClose={() => undefined}
    />
  );
  const first = show(dialog());
  await userEvent.click(await screen.findByRole("button", { name: "Request changes" }));
  expect(screen.getByText("Choose a subject.")).toBeTruthy();
  expect(screen.getByText("Enter the change or explanation you need.")).toBeTruthy();
  await userEvent.click(screen.getByRole("combobox", { name: "About" }));
  await userEvent.click(await screen.findByText("Column EFFECT (Beta)"));
  await userEvent.type(screen.getByLabelText("Change or explanation needed"), " In which units? ");
  await userEvent.click(screen.getByRole("button", { name: "Request changes" }));
  expect(onSend).toHaveBeenLastCalledWith([{ about: "mapping.beta", text: "In which units?" }]);
  first.unmount();
  show(dialog());
  const field = (await screen.findByLabelText("Change or explanation needed")) as HTMLTextAreaElement;
  expect(field.value).toBe(" In which units? ");
  await userEvent.click(screen.getByRole("button", { name: "Request changes" }));
  await waitFor(() => expect(onSend).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test("the uploader answers each comment before it goes back; a fault keeps what was typed", async () => {
  const answer = vi.spyOn(calls, "answerReview").mockRejectedValueOnce(new ApiError(503, "Busy.", "busy"));
  show(<AnswerCard upload={asked()} account="a1" />);
  expect(screen.getByText("Is it all European?")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send back to review" }));
  expect(screen.getByText("State what you changed, or why no change is needed.")).toBeTruthy();
  expect(answer).not.toHaveBeenCalled();
  const field = screen.getByLabelText("Your answer about Ancestry") as HTMLTextAreaElement;
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, "Yes.");
  await userEvent.click(screen.getByRole("button", { name: "Send back to review" }));
  expect(await screen.findByText(/Busy. Your input is kept./)).toBeTruthy();
  expect(field.value).toBe("Yes.");
  expect(answer).toHaveBeenCalledWith("u1", 1, { answers: [{ comment: "c1", text: "Yes." }], send_back: true });
});

test("while QC runs, answers can be saved and not sent back", () => {
  show(<AnswerCard upload={asked({ status: "SUBMITTED TO QC" })} account="a1" />);
  expect(screen.queryByRole("button", { name: "Send back to review" })).toBeNull();
  expect(screen.getByRole("button", { name: "Save answers" })).toBeTruthy();
});

test("a reviewer reads what speaks against it, who accepted it first, and what was answered", () => {
  show(
    <ReviewFacts
      upload={upload({
        actions: { review: { allowed: true }, assign: { allowed: true } },
        review_state: {
          step: "second_review",
          reviewer: "",
          concerns: ["Run 1 of this file failed QC."],
          acceptances: [
            { by: "rosa", at: "2026-11-20T10:00:00Z", comment: "Good.", acknowledged: [], checked: ["N agrees"] },
          ],
          comments: [{ ...comment, settled: true, answer: "Yes.", answered_by: "ann", answered_at: comment.at }],
        },
      })}
    />,
  );
  for (const words of ["Run 1 of this file failed QC.", "Good.", "Checked: N agrees", "Yes.", "Is it all European?"]) {
    expect(screen.getByText(words)).toBeTruthy();
  }
  expect(screen.getByRole("button", { name: "Reviewer: Any reviewer. Change" })).toBeTruthy();
});
