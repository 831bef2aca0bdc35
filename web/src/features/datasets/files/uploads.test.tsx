import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { readDraft } from "@/lib/browser/draft";
import { refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { dataset } from "../page/testing";
import { filesDraft } from "./tasks";
import { box, button, empty, held, kept, mine, open, sent, watchUploads } from "./testing";

beforeEach(watchUploads);

test("several files become rows and are sent at once; what they are is shown", async () => {
  open(empty);
  const files = [new File(["aa"], "a.tsv"), new File(["bbb"], "b.tsv"), new File([], "empty.tsv")];
  await userEvent.upload(await screen.findByLabelText(/Choose files/), files);
  expect(await screen.findByRole("form", { name: "New phenotype a.tsv" })).toBeTruthy();
  expect(screen.getByRole("form", { name: "New phenotype b.tsv" })).toBeTruthy();
  expect(screen.getByText("empty.tsv is empty.")).toBeTruthy();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(await screen.findAllByText(/Looks like FinnGen output.*2 of 2 columns recognised/)).toHaveLength(2);
  const first = screen.getByRole("form", { name: "New phenotype a.tsv" });
  await userEvent.click(within(first).getByRole("button", { name: "First rows" }));
  expect(within(first).getByRole("cell", { name: "16" })).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
});

test("a code that is typed without picking is recognised; cases and controls must be the sample size", async () => {
  kept();
  const made = dataset();
  const { writes } = open(empty, {
    "GET /api/uploads/": { items: [held()] },
    "POST /api/datasets/d1/phenotypes": made,
  });
  await userEvent.type(await screen.findByRole("combobox", { name: /Phenotype/ }), "crohn's DISEASE");
  expect(await screen.findByText("On the list as CD, a dichotomous trait")).toBeTruthy();
  await userEvent.type(await box(/^Cases/), "1,204");
  await userEvent.type(await box(/^Controls/), "23,000");
  await userEvent.type(await box(/^Sample size/), "25,000");
  expect(screen.getByText("Cases and controls are 24,204 together, not 25,000.")).toBeTruthy();
  await userEvent.click(await button("Use 24,204"));
  await userEvent.click(await button("Add this phenotype"));
  expect(await screen.findByText(/1,204 cases, 23,000 controls/)).toBeTruthy();
  expect(await writes()[0]?.json()).toEqual({
    phenotype: "CD",
    description: "Crohn's disease",
    dichotomous: true,
    sample_size: 24_204,
    cases: 1204,
    controls: 23_000,
    upload_id: "up1",
  });
  await waitFor(() => expect(readDraft(filesDraft, mine)).toBeUndefined());
});

test("a free name needs the kind of trait, and nothing is sent without it", async () => {
  kept();
  const { writes } = open(empty, {
    "GET /api/uploads/": { items: [held()] },
    "GET /api/phenotypes": { items: [], total: 0 },
    "POST /api/datasets/d1/phenotypes": dataset(),
  });
  await userEvent.type(await screen.findByRole("combobox", { name: /Phenotype/ }), "A & B / #1");
  await userEvent.click(await button("Add this phenotype"));
  expect(await screen.findByText("Choose the type of trait.")).toBeTruthy();
  expect(writes()).toEqual([]);
  await userEvent.click(screen.getByRole("radio", { name: "Quantitative" }));
  await userEvent.type(await box(/^Sample size/), "500");
  await userEvent.click(await button("Add this phenotype"));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(await writes()[0]?.json()).toMatchObject({ phenotype: "A & B / #1", dichotomous: false, sample_size: 500 });
});

test("a file that is refused keeps its row, its upload and the reason", async () => {
  kept({ phenotype: "Weight", dichotomous: "no", sample_size: "500" });
  const message = "The file ends in .gz, but is not compressed.";
  open(empty, {
    "GET /api/uploads/": { items: [held()] },
    "POST /api/datasets/d1/phenotypes": () => refused(422, message, [{ field: "upload_id", message }]),
  });
  await userEvent.click(await button("Add this phenotype"));
  expect(await screen.findByText(new RegExp(message))).toBeTruthy();
  expect(((await screen.findByRole("combobox", { name: /Phenotype/ })) as HTMLInputElement).value).toBe("Weight");
  expect(readDraft(filesDraft, mine)?.content.tasks[0]?.uploadId).toBe("up1");
});

test("a half-sent file is found again after a reload: the same one goes on, another is refused", async () => {
  kept();
  open(empty, { "GET /api/uploads/": { items: [held({ offset: 400, complete: false, sha256: undefined })] } });
  expect(await screen.findByText(/400 of 900 bytes are on the server/)).toBeTruthy();
  const input = () => screen.getByLabelText(/Choose crohns.tsv.gz again/);
  await userEvent.upload(input(), new File(["short"], "other.tsv"));
  expect(await screen.findByText(/This is not the file of this upload/)).toBeTruthy();
  await userEvent.upload(input(), new File(["x".repeat(900)], "crohns.tsv.gz"));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.options.uploadUrl).toMatch(/\/api\/uploads\/up1$/);
});

test("what was handed in while the page was gone is not offered again", async () => {
  const size = 12_300_000;
  kept({ phenotype: "Crohn's disease", code: "CD", wanted: true, file: { name: "crohns.tsv.gz", size } });
  open(dataset());
  await screen.findByRole("heading", { name: "Crohn's disease" });
  await waitFor(() => expect(screen.queryByRole("form", { name: /New phenotype/ })).toBeNull());
});

test("an upload that belongs to nothing can be taken up or discarded", async () => {
  const { writes } = open(empty, {
    "GET /api/uploads/": { items: [held()] },
    "DELETE /api/uploads/up1": () => new Response(null, { status: 204 }),
  });
  await userEvent.click(await screen.findByText("1 file of yours on the server that belongs to nothing yet"));
  await userEvent.click(await button("Use for a phenotype"));
  expect(await screen.findByRole("form", { name: "New phenotype crohns.tsv.gz" })).toBeTruthy();
  expect(await screen.findByText(/confirmed by the server/)).toBeTruthy();
  await userEvent.click(await button("Remove"));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(writes().map(({ method }) => method)).toEqual(["DELETE"]));
});

const room = { "GET /api/storage": { quotas: [{ kind: "dataset_bytes", used: 1500, limit: 1502 }] } };

test("the owner sees what is left; a file that exceeds it is refused before it is sent, the others are sent", async () => {
  open(empty, room);
  expect(await screen.findByText("2 bytes of your 1.5 kB are free.")).toBeTruthy();
  await userEvent.upload(await screen.findByLabelText(/Choose files/), [
    new File(["aa"], "a.tsv"),
    new File(["bbb"], "b.tsv"),
  ]);
  expect(await screen.findByText(/Your files hold 1.5 kB of 1.5 kB; this one of 3 bytes exceeds/)).toBeTruthy();
  await waitFor(() => expect(sent).toHaveLength(1));
});

test("the files of another owner count for them: what is left is not shown, and the server decides", async () => {
  open({ ...empty, owner: "somebody else" }, room);
  await userEvent.upload(await screen.findByLabelText(/Choose files/), new File(["bbb"], "b.tsv"));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText(/are free/)).toBeNull();
});
