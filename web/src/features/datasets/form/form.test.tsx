import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Dataset, DatasetCodes } from "@/api/datasets";
import { readDraft } from "@/lib/draft";
import { type Answer, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { contributor, dataset } from "../page/testing";
import { datasetDraft } from "./draft";

const choice = (value: string, label: string) => ({ value, label });

const codes: DatasetCodes = {
  data_type: [choice("gwas", "GWAS"), choice("exseq", "Exome sequence analysis")],
  genome_build: [choice("hg19", "hg19 / GRCh37"), choice("grch38", "GRCh38")],
  ancestry: [choice("EU", "European"), choice("EA", "East Asian")],
  sex: [choice("mixed", "Mixed")],
  status: [choice("pre", "Pre-publication")],
  data_source_type: [choice("file", "File")],
  sharing: [choice("private", "Private")],
};

const { study } = dataset();
const mine = { account: contributor.id, object: "new" };

function open(address: string, answers: Record<string, Answer> = {}) {
  return renderApp(address, {
    "GET /api/is-logged-in": { ...contributor, first_name: "Ada", last_name: "Moss", email: "ada@example.org" },
    "GET /api/dataset-codes": codes,
    "GET /api/studies": (request) => {
      const q = new URL(request.url).searchParams.get("q")?.toLowerCase() ?? "";
      const items = [study].filter(({ name }) => name.toLowerCase().includes(q));
      return { items, total: items.length };
    },
    "GET /api/phenotypes": { items: [], total: 0 },
    "GET /api/uploads/": { items: [] },
    ...answers,
  });
}

const box = (name: RegExp) => screen.getByLabelText(name);
const button = (name: RegExp | string) => screen.getByRole("button", { name });

/** Pasted rather than typed: the form is large, and each key draws it anew. */
async function type(name: RegExp, text: string) {
  await userEvent.clear(box(name));
  await userEvent.click(box(name));
  await userEvent.paste(text);
}

/** Everything that is needed but the study; the name of the person is there already. */
async function fillIn() {
  await screen.findByLabelText(/^Data set name/);
  await type(/^Data set name/, "Lakeland-2026_HF");
  for (const [name, value] of [
    ["Status", "pre"],
    ["Data type", "exseq"],
    ["Genome build", "grch38"],
    ["Ancestry", "EU"],
    ["Sex", "mixed"],
  ] as const) {
    await userEvent.selectOptions(screen.getByLabelText(new RegExp(`^${name}`)), value);
  }
  await type(/^Global sample size/, "24,204");
  await type(/^Description/, "Heart failure.");
}

async function typeStudy(name: string) {
  await userEvent.click(screen.getByRole("combobox", { name: /^Study/ }));
  await userEvent.paste(name);
}

const register = () => userEvent.click(button(/Register and go on/));

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
    expect(await screen.findAllByText(/This study is new: write its institution/)).toHaveLength(2);
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
    const summary = await screen.findByRole("alert", { name: /9 things need your attention/ });
    const links = within(summary).getAllByRole("link");
    expect(links.slice(0, 2).map((link) => link.textContent)).toEqual(["Data set name is needed.", "Study is needed."]);
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
    await type(/^PubMed ID/, "11.5/x");
    await register();
    expect(await screen.findByRole("alert", { name: /2 things/ })).toBeTruthy();
    expect(box(/^Data set name/).getAttribute("aria-invalid")).toBe("true");
    expect((box(/^PubMed ID/) as HTMLInputElement).value).toBe("11.5/x");
    await type(/^PubMed ID/, "10.5/x");
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

describe("looking up a publication", () => {
  const found = {
    pub_id: "26502338",
    title: "Genetic association analyses.",
    publication: "Nature genetics",
    authors: "Bentham J",
    month_year_published: "Dec 2015",
    volume_issue: "",
    pages: "",
    elocation_id: "",
    citation: "Bentham J. Nature genetics 2015.",
    pmid: "26502338",
    retracted: false,
  };

  test("fills in what is known, and nothing twice", async () => {
    open("/datasets/new", { "GET /api/publications": found });
    await screen.findByLabelText(/^PubMed ID/);
    await type(/^PubMed ID/, "26502338");
    await userEvent.click(button("Look up"));
    expect(await screen.findByText(/Filled in below: Genetic association analyses/)).toBeTruthy();
    await userEvent.click(button("Look up"));
    await waitFor(() => expect((button("Look up") as HTMLButtonElement).disabled).toBe(false));
    expect((box(/^Description/) as HTMLTextAreaElement).value).toBe(
      "Genetic association analyses.\nBentham J\nNature genetics. Dec 2015.",
    );
    expect((box(/^Publication$/) as HTMLTextAreaElement).value).toBe("Bentham J. Nature genetics 2015.");
  });

  test("says of a retracted article that it is", async () => {
    open("/datasets/new", { "GET /api/publications": { ...found, retracted: true } });
    await screen.findByLabelText(/^PubMed ID/);
    await type(/^PubMed ID/, "26502338");
    await userEvent.click(button("Look up"));
    expect(await screen.findByText("This article was retracted")).toBeTruthy();
  });

  test("says in a sentence why it cannot", async () => {
    const sentence = "Look-ups are switched off on this server.";
    open("/datasets/new", { "GET /api/publications": () => refused(503, sentence, [], "lookup_off") });
    await screen.findByLabelText(/^PubMed ID/);
    await type(/^PubMed ID/, "26502338");
    await userEvent.click(button("Look up"));
    expect(await screen.findByText(`${sentence} You can write the publication by hand.`)).toBeTruthy();
  });
});

describe("two editors", () => {
  const held = dataset();
  const theirs = dataset({ version: 5, updated_by: "bo", description: "Theirs", license: "CC BY 4.0" });

  function conflict(current: Dataset): Response {
    const body = { detail: "Somebody else changed it.", code: "changed", fields: [], request_id: "req-1", current };
    return Response.json(body, { status: 409 });
  }

  const openEdit = (current: Dataset) =>
    open("/datasets/d1?edit=true", {
      "GET /api/datasets/d1": held,
      "PUT /api/datasets/d1": (request) =>
        request.headers.get("If-Match") === '"4"' ? conflict(current) : { ...current, version: 6 },
    });

  test("both versions are shown, each field is chosen, nothing is lost", async () => {
    const { writes } = openEdit(theirs);
    await screen.findByLabelText(/^Description/);
    await type(/^Description/, "Mine");
    await type(/^Genotyping technology/, "Array");
    await userEvent.click(button("Save"));
    const dialog = await screen.findByRole("dialog", { name: "Two people changed this data set" });
    const chosen = (name: string) => (within(dialog).getByRole("radio", { name }) as HTMLInputElement).checked;
    expect(chosen("Genotyping technology: yours, Array")).toBe(true);
    expect(chosen("Licence of the data: theirs, CC BY 4.0")).toBe(true);
    expect(chosen("Description: yours, Mine")).toBe(true);
    expect(within(dialog).getByText("both changed")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("radio", { name: "Description: theirs, Theirs" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save this" }));
    await waitFor(() => expect(writes()).toHaveLength(2));
    expect(writes()[1]?.headers.get("If-Match")).toBe('"5"');
    expect(await writes()[1]?.json()).toMatchObject({
      description: "Theirs",
      license: "CC BY 4.0",
      genotyping_technology: "Array",
    });
  });

  test("a change elsewhere that leaves the form alone is no conflict", async () => {
    const { writes } = openEdit(dataset({ version: 5, updated_by: "bo" }));
    await screen.findByLabelText(/^Description/);
    await type(/^Description/, "Mine");
    await userEvent.click(button("Save"));
    expect(await screen.findByText(/was saved\.$/)).toBeTruthy();
    expect(writes().map((request) => request.headers.get("If-Match"))).toEqual(['"4"', '"5"']);
  });
});
