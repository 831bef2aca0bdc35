import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Schemas } from "@/api/client";
import { readDraft, writeDraft } from "@/lib/browser/draft";
import { refused, renderApp } from "@/test-app";
import { uploadDraft } from "./draft";
import { fromMetadata } from "./metadata";
import { button, drafted, inspection, metadata, mine, server } from "./testing";

describe("the scale of the effects", () => {
  const question = "Is the trait measured, or is it yes or no?";
  const drafts = (effect_scale: Schemas["ScaleGuess"], cases?: number) => {
    const answers = drafted();
    const content = readDraft(uploadDraft, mine)?.content;
    if (!content) throw new Error("there is no draft");
    const values = fromMetadata({ ...metadata, cases });
    writeDraft(uploadDraft, mine, {
      content: { ...content, values, inspection: { ...inspection, effect_scale } },
      savedAt: 1,
    });
    return answers;
  };
  const unclear = { scale: "units", confidence: "ask", reason: "BOLT-LMM fits a linear model.", question } as const;

  test("is asked where the file does not tell it, and sent", async () => {
    renderApp("/hermes/new?step=2", drafts(unclear));
    const field = await screen.findByRole("combobox", { name: /scale of the effects/i });
    expect(screen.getByText(`BOLT-LMM fits a linear model. ${question}`)).toBeTruthy();
    expect(field.closest("details")).toBeNull();
    await userEvent.selectOptions(field, "Unit of the trait");
    expect((field as HTMLSelectElement).value).toBe("units");
  });

  test.each([
    ["the file tells it", { scale: "log_odds", confidence: "certain", reason: "Odds ratios." } as const, undefined],
    ["cases tell it", unclear, 200],
  ])("is not asked when %s", async (_, guess, cases) => {
    renderApp("/hermes/new?step=2", drafts(guess, cases));
    await screen.findByRole("combobox", { name: /cohort/i });
    expect(screen.queryByText(new RegExp(question.replace("?", "\\?")))).toBeNull();
    expect(document.getElementById("study-effectScale")?.closest("details")).toBeTruthy();
  });
});

test("an address that names a field opens its group and focuses it", async () => {
  renderApp("/hermes/new?step=2#study-effectScale", server);
  const field = await screen.findByRole("combobox", { name: /scale of the effects/i });
  expect(field.closest("details")?.open).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

describe("leaving a step", () => {
  test("what is missing is listed with links to the fields, and has the focus", async () => {
    renderApp("/hermes/new?step=2", server);
    await userEvent.click(await button(/^Next$/));
    const summary = await screen.findByRole("alert", { name: /6 problems to correct|7 problems/ });
    expect(document.activeElement).toBe(summary);
    await userEvent.click(within(summary).getByRole("link", { name: "Cohort is required." }));
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /cohort/i }));
  });

  test("a doubtful column must be confirmed", async () => {
    const { router } = renderApp("/hermes/new?step=3", drafted([]));
    await userEvent.click(await button(/^Next$/));
    expect(await screen.findByRole("link", { name: "“Is alt the effect allele?” has no answer yet." })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /Yes, use alt/ }));
    await userEvent.click(await button(/^Next$/));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ step: 4 }));
  });
});

describe("submitting", () => {
  test("sends the stored upload and leads to its report", async () => {
    const made = { id: "ds1", metadata, mapping: {}, actions: {}, status: "SUBMITTED TO QC" };
    const { router, writes } = renderApp("/hermes/new?step=4", { ...drafted(), "POST /api/hermes/uploads": made });
    await userEvent.click(await button(/Submit and start QC/));
    await waitFor(() => expect(router.state.location.pathname).toBe("/hermes/qc/ds1"));
    expect(await writes()[0]?.json()).toEqual({
      upload_id: "up1",
      metadata,
      mapping: { chromosome: "#chrom", effect_allele: "alt", beta: "beta" },
    });
    expect(readDraft(uploadDraft, mine)).toBeUndefined();
  });

  test("a refused field is shown at its step, with focus on the summary, until it is changed", async () => {
    const taken = [{ field: "metadata.dataSetName", message: "A submission of this name exists already." }];
    const { router } = renderApp("/hermes/new?step=4", {
      ...drafted(),
      "POST /api/hermes/uploads": () => refused(422, "Some fields cannot be accepted.", taken),
    });
    await userEvent.click(await button(/Submit and start QC/));
    const summary = await screen.findByRole("alert", { name: /1 problem to correct/ });
    expect(router.state.location.search).toMatchObject({ step: 2 });
    expect(document.activeElement).toBe(summary);
    const name = screen.getByRole("textbox", { name: /submission name/i });
    expect(name.getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(name, " 2");
    await waitFor(() => expect(screen.queryByText(/exists already/)).toBeNull());
    expect((name as HTMLInputElement).value).toBe("Lakeland HF 2");
  });

  test("a fault of the server is shown with its reference, and nothing is lost", async () => {
    const answers = { ...drafted(), "POST /api/hermes/uploads": () => refused(500, "The server failed.") };
    const { writes } = renderApp("/hermes/new?step=4", answers);
    await userEvent.click(await button(/Submit and start QC/));
    expect(await screen.findByText(/The server failed.*kept.*Reference req-1/)).toBeTruthy();
    expect(writes()).toHaveLength(1);
    expect(await button(/Submit and start QC/)).toBeTruthy();
  });
});
