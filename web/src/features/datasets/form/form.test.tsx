import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { readDraft } from "@/lib/browser/draft";
import { refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { dataset } from "../page/testing";
import { datasetDraft } from "./draft";
import { box, button, fillIn, mine, open, register, study, type, typeStudy } from "./testing";

describe("registering", () => {
  test("a study that is typed in full is the registered one, whatever its capitals; the files come next", async () => {
    const { writes, router } = open("/datasets/new", {
      "POST /api/datasets": dataset({ phenotypes: [] }),
      "GET /api/datasets/d1": dataset({ phenotypes: [] }),
    });
    await fillIn();
    await typeStudy("lakeland BIOBANK");
    expect(await screen.findByText("Registered study of Lakeland University")).toBeTruthy();
    await register();
    await waitFor(() => expect(router.state.location.pathname).toBe("/datasets/d1"));
    expect(router.state.location.search).toEqual({ edit: true, step: "files" });
    expect(writes()).toHaveLength(1);
    expect(await writes()[0]?.json()).toMatchObject({
      name: "Lakeland-2026_HF",
      study_id: "s1",
      data_type: "exseq",
      genome_build: "grch38",
      global_sample_size: 24_204,
      data_source_type: "file",
      data_submitter: "Ada Moss",
      data_submitter_email: "ada@example.org",
      data_contributor_email: "",
    });
    expect(readDraft(datasetDraft, mine)).toBeUndefined();
    expect(await screen.findByText(/No phenotype yet/)).toBeTruthy();
  });

  test("a new study asks for its institution and is registered first", async () => {
    const { writes, router } = open("/datasets/new", {
      "POST /api/studies": { ...study, id: "s2", name: "Hill Study" },
      "POST /api/datasets": dataset(),
      "GET /api/datasets/d1": dataset(),
    });
    await fillIn();
    await typeStudy("Hill Study");
    await userEvent.click(await screen.findByRole("option", { name: "Register study “Hill Study”", hidden: true }));
    expect(document.activeElement).toBe(box(/^Institution of the new study/));
    await register();
    expect(await screen.findAllByText(/This study is new: enter its institution/)).toHaveLength(2);
    await type(/^Institution of the new study/, "Hill University");
    await register();
    await waitFor(() => expect(router.state.location.pathname).toBe("/datasets/d1"));
    expect(await writes()[0]?.json()).toEqual({ name: "Hill Study", institution: "Hill University" });
    expect(await writes()[1]?.json()).toMatchObject({ study_id: "s2" });
  });

  test("an empty form says what is needed, in the order of the page, with links to the fields", async () => {
    const { writes } = open("/datasets/new");
    await screen.findByLabelText(/^Data set name/);
    await register();
    const summary = await screen.findByRole("alert", { name: /9 problems to correct/ });
    const links = within(summary).getAllByRole("link");
    expect(links.slice(0, 2).map((link) => link.textContent)).toEqual([
      "Data set name is required.",
      "Study is required.",
    ]);
    await userEvent.click(links[1] as HTMLElement);
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Study/ }));
    expect(writes()).toEqual([]);
    await userEvent.click(button("Add an ancestry"));
    await userEvent.click(button("Add a term"));
    expect(await accessFaults()).toEqual([]);
  });

  test("refusals stand at their fields, and everything stays until it is changed", async () => {
    const fields = [
      { field: "name", message: "Another data set has this name." },
      { field: "pub_id", message: "A DOI begins with 10." },
    ];
    open("/datasets/new", {
      "POST /api/datasets": () => refused(409, "Another data set has this name.", fields, "name_taken"),
    });
    await fillIn();
    await typeStudy("Lakeland Biobank");
    await screen.findByText(/Registered study of/);
    await type(/^Publication ID/, "11.5/x");
    await register();
    expect(await screen.findByRole("alert", { name: /2 problems/ })).toBeTruthy();
    expect(box(/^Data set name/).getAttribute("aria-invalid")).toBe("true");
    expect((box(/^Publication ID/) as HTMLInputElement).value).toBe("11.5/x");
    await type(/^Publication ID/, "10.5/x");
    await waitFor(() => expect(screen.queryByText("A DOI begins with 10.")).toBeNull());
  });

  test("what is typed is kept as a draft, and may be thrown away", async () => {
    const first = open("/datasets/new");
    await screen.findByLabelText(/^Data set name/);
    await type(/^Data set name/, "<b>Hill</b>/.. 🧬");
    await type(/^Global sample size/, "about 900");
    first.unmount();
    expect(readDraft(datasetDraft, mine)?.content.values.texts.global_sample_size).toBe("about 900");
    open("/datasets/new");
    expect(((await screen.findByLabelText(/^Data set name/)) as HTMLInputElement).value).toBe("<b>Hill</b>/.. 🧬");
    await userEvent.click(button("Start over"));
    await userEvent.click((await screen.findAllByRole("button", { name: "Start over" })).at(-1) as HTMLElement);
    await waitFor(() => expect((box(/^Data set name/) as HTMLInputElement).value).toBe(""));
  });

  test("leaving with something unsaved is asked about", async () => {
    const { router } = open("/datasets/new", { "GET /api/datasets": { items: [], total: 0 } });
    await screen.findByLabelText(/^Data set name/);
    await type(/^Data set name/, "Hill");
    void router.navigate({ to: "/profile" });
    const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(router.state.location.pathname).toBe("/datasets/new");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    void router.navigate({ to: "/profile" });
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/profile"));
  });
});

describe("what is typed while it is saved", () => {
  /** An answer that waits until it is let go. */
  function held(answer: (request: Request) => object | Promise<object>) {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    return {
      answer: async (request: Request) => {
        const made = await answer(request);
        await gate;
        return made;
      },
      release: () => release(),
    };
  }

  test("stays in the form of a registered data set, and is what the next save sends", async () => {
    const saving = held(async (request) => dataset({ ...((await request.json()) as object), version: 5 }));
    const { writes } = open("/datasets/d1?edit=true", {
      "GET /api/datasets/d1": dataset(),
      "PUT /api/datasets/d1": saving.answer,
    });
    await screen.findByLabelText(/^Description/);
    await type(/^Description/, "First");
    await userEvent.click(button("Save"));
    await waitFor(() => expect(writes()).toHaveLength(1));
    await type(/^Description/, "First and second");
    await type(/^Genotyping technology/, "Array");
    saving.release();
    expect(await screen.findByText(/Later input is not saved yet/)).toBeTruthy();
    expect((box(/^Description/) as HTMLTextAreaElement).value).toBe("First and second");
    expect((box(/^Genotyping technology/) as HTMLInputElement).value).toBe("Array");
    expect(screen.queryByText("Everything is saved.")).toBeNull();
    await waitFor(() => {
      const kept = readDraft(datasetDraft, { ...mine, object: "d1" })?.content;
      expect([kept?.base?.version, kept?.values.texts.description]).toEqual([5, "First and second"]);
    });

    await userEvent.click(button("Save"));
    await waitFor(() => expect(writes()).toHaveLength(2));
    expect(writes()[1]?.headers.get("If-Match")).toBe('"5"');
    expect(await writes()[1]?.json()).toMatchObject({
      description: "First and second",
      genotyping_technology: "Array",
    });
    expect(await screen.findByText("Everything is saved.")).toBeTruthy();
  });

  test("while a new one is registered becomes the draft of its own form", async () => {
    const registering = held(() => dataset({ phenotypes: [], description: "Heart failure." }));
    const { writes, router } = open("/datasets/new", {
      "POST /api/datasets": registering.answer,
      "GET /api/datasets/d1": dataset({ phenotypes: [], description: "Heart failure." }),
    });
    await fillIn();
    await typeStudy("Lakeland Biobank");
    await screen.findByText(/Registered study of/);
    await register();
    await waitFor(() => expect(writes()).toHaveLength(1));
    await type(/^Description/, "Heart failure, all subtypes.");
    registering.release();
    await waitFor(() => expect(router.state.location.pathname).toBe("/datasets/d1"));
    expect(router.state.location.search).toEqual({ edit: true });
    // The address changes before the page does: the name the server gave is the sign of the new form.
    await screen.findByDisplayValue(dataset().name);
    expect((box(/^Description/) as HTMLTextAreaElement).value).toBe("Heart failure, all subtypes.");
    expect(readDraft(datasetDraft, mine)).toBeUndefined();
  });
});

test("a name that another data set has is told where it is typed, before anything is saved", async () => {
  const { writes, asked } = open("/datasets/new", {
    "GET /api/dataset-name": (request) =>
      new URL(request.url).searchParams.get("name") === "Taken" ? { problem: "Somebody has this name." } : {},
  });
  await screen.findByLabelText(/^Data set name/);
  await type(/^Data set name/, "Taken");
  expect(await screen.findByText("Somebody has this name.")).toBeTruthy();
  await type(/^Data set name/, "Free");
  await waitFor(() => expect(screen.queryByText("Somebody has this name.")).toBeNull());
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith("/api/dataset-name?name=Free"))).toBe(true));
  expect(writes()).toEqual([]);
});
