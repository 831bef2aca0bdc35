import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Schemas } from "@/api/client";
import { readDraft, writeDraft } from "@/lib/draft";
import { type Answer, analyst, refused, renderApp } from "@/test-app";
import { uploadDraft } from "./draft";
import { controlId, type MetadataKey } from "./fields";
import { fromMetadata } from "./metadata";

const column = (field: string, name: string, confidence: "certain" | "ask" = "certain") => ({
  field,
  column: name,
  confidence,
});

const inspection: Schemas["Inspection"] = {
  format: "FinnGen",
  compression: "gzip",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess: "GRCh37", known: 14, at_37: 14, at_38: 0 },
  columns: [
    column("chromosome", "#chrom"),
    { ...column("effect_allele", "alt", "ask"), question: "Is alt the effect allele?" },
    column("beta", "beta"),
  ],
  questions: [
    {
      fields: ["effect_allele"],
      question: "Is alt the effect allele?",
      evidence: ["FinnGen reports the effect of alt."],
      options: [{ label: "Yes, use alt", columns: { effect_allele: "alt" } }],
    },
  ],
  totals: {},
  rows_looked_at: 1,
  unmapped: [],
  findings: [],
  header: ["#chrom", "alt", "beta"],
  sample_rows: [["1", "A", "0.1"]],
};

const metadata: Schemas["HermesMetadata"] = {
  dataSetName: "Lakeland HF",
  cohort: "Lakeland",
  phenotype: "HF",
  ancestry: "EU",
  sex: "B",
  totalSampleSize: 1000,
  genomeBuild: "hg19",
};

const choice = (value: string) => ({ value, label: value });
const doc = (field: string) => ({ field, label: field, description: "", needed: true, instead: [], headers: [field] });

const server: Record<string, Answer> = {
  "GET /api/version": { version: "1", commit: "c", max_upload_bytes: 1000, chunk_bytes: 100, demo: false },
  "GET /api/hermes/phenotypes": { items: [{ name: "HF", description: "Heart failure", dichotomous: true }] },
  "GET /api/hermes/portal-config": {
    target_genome_build: "hg19",
    ancestries: [choice("EU")],
    sexes: [choice("B")],
    case_ascertainments: [],
    case_types: [],
    effect_scales: [{ value: "units", label: "Unit of the trait" }],
    genome_builds: [choice("hg19")],
    qc_defaults: { fd: 0.2, adj: "none", noind: false },
    panels: [],
  },
  "GET /api/sumstats/columns": { items: [doc("chromosome"), doc("effect_allele"), doc("beta")] },
  "GET /api/hermes/uploads": { items: [], total: 0, summary: {} },
  "GET /api/uploads/": { items: [] },
  "GET /api/hermes/vocabularies": {
    items: [
      {
        field: "cohort",
        values: [
          { value: "Lakeland", used: 3 },
          { value: "UK Biobank", used: 0 },
        ],
      },
    ],
  },
};

const mine = { account: analyst.id, object: "new" };

/** A file that is stored, recognised and described: everything is ready to be submitted. */
function drafted(decided: string[] = ["effect_allele"]): Record<string, Answer> {
  const mapping = { chromosome: "#chrom", effect_allele: "alt", beta: "beta" };
  const file = { name: "lakeland.gz", size: 900 };
  const content = { values: fromMetadata(metadata), mapping: { mapping, decided }, file, uploadId: "up1", inspection };
  writeDraft(uploadDraft, mine, { content, savedAt: 1 });
  const held = {
    id: "up1",
    file_name: file.name,
    size: 900,
    offset: 900,
    complete: true,
    created_at: "",
    expires_at: "2026-12-01T00:00:00Z",
  };
  return { ...server, "GET /api/uploads/": { items: [held] } };
}

const button = (name: RegExp) => screen.findAllByRole("button", { name }).then(([first]) => first as HTMLElement);

describe("choosing a file", () => {
  test("one that is too large is refused before anything is sent", async () => {
    const { writes } = renderApp("/hermes/new", server);
    const input = await screen.findByLabelText(/choose a file/i);
    await userEvent.upload(input, new File([new Uint8Array(1001)], "big.tsv"));
    expect(await screen.findByText(/this server takes files of up to 1 kB/)).toBeTruthy();
    expect(writes()).toEqual([]);
  });

  test("one that cannot be read shows the server's sentence and is not sent", async () => {
    const sentence = "This is an xz file. Compress the table with gzip instead.";
    const { writes } = renderApp("/hermes/new", {
      ...server,
      "POST /api/sumstats/preview": () => refused(422, sentence),
    });
    await userEvent.upload(await screen.findByLabelText(/choose a file/i), new File(["x"], "a.xz"));
    expect(await screen.findByText(`a.xz: ${sentence}`)).toBeTruthy();
    expect(writes().map((request) => new URL(request.url).pathname)).toEqual(["/api/sumstats/preview"]);
  });

  test("one with a finding that blocks is shown and not sent", async () => {
    const finding = { severity: "block", code: "dup", message: "The header names BETA twice." };
    const preview = { ...inspection, findings: [finding] };
    const { writes } = renderApp("/hermes/new", { ...server, "POST /api/sumstats/preview": preview });
    await userEvent.upload(await screen.findByLabelText(/choose a file/i), new File(["x"], "a.tsv"));
    expect(await screen.findByText(finding.message)).toBeTruthy();
    expect(writes()).toHaveLength(1);
  });
});

describe("what a file tells", () => {
  const reason = "The largest N of the file's first 9,000 rows.";
  const told = { ...inspection, totals: { n: { value: 361_194, source: "rows", varies: true, reason } } };

  test("stands at step 1 with its source, with the questions and what is still to be told", async () => {
    renderApp("/hermes/new", { ...server, "POST /api/sumstats/preview": told });
    await userEvent.upload(await screen.findByLabelText(/choose a file/i), new File(["x"], "a.tsv"));
    expect(await screen.findByText("361,194")).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    const question = screen.getByRole("group", { name: "Is alt the effect allele?" });
    expect(question.getAttribute("aria-describedby")).toBeTruthy();
    expect(screen.getByText(/^About the study: data set name, cohort, phenotype, ancestry, sex\.$/)).toBeTruthy();
    within(question).getByRole("button", { name: "Yes, use alt" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { name: "Every question is answered" })).toBeTruthy();
    const change = screen.getByRole("button", { name: "Change: Is alt the effect allele?" });
    await waitFor(() => expect(document.activeElement).toBe(change));
    await userEvent.click(change);
    expect(await screen.findByRole("group", { name: "Is alt the effect allele?" })).toBeTruthy();
  });

  test("is filled in with where it comes from, and is kept out of what somebody typed", async () => {
    renderApp("/hermes/new", { ...server, "POST /api/sumstats/preview": told });
    await userEvent.upload(await screen.findByLabelText(/choose a file/i), new File(["x"], "a.tsv"));
    await screen.findByText("361,194");
    await userEvent.click(await button(/^2 /));
    const size = (await screen.findByLabelText(/total sample size/i)) as HTMLInputElement;
    expect(size.value).toBe("361194");
    expect(screen.getByText(`From the file. ${reason}`)).toBeTruthy();
    await userEvent.clear(size);
    await userEvent.click(size);
    await userEvent.paste("500000");
    expect(screen.getByText(`The file says 361,194. ${reason}`)).toBeTruthy();
  });
});

test("the cohort is suggested from what the consortium uses", async () => {
  renderApp("/hermes/new?step=2", server);
  const cohort = (await screen.findByRole("combobox", { name: /cohort/i })) as HTMLInputElement;
  await userEvent.click(cohort);
  await userEvent.paste("lake");
  await userEvent.click(await screen.findByRole("option", { name: "Lakeland in 3 data sets", hidden: true }));
  expect(cohort.value).toBe("Lakeland");
});

test("a build that is not known is refused where it is chosen", async () => {
  const unknown = { value: "n/a", label: "Not known" };
  const config = server["GET /api/hermes/portal-config"] as Record<string, unknown>;
  renderApp("/hermes/new?step=2", {
    ...server,
    "GET /api/hermes/portal-config": { ...config, genome_builds: [unknown] },
  });
  await userEvent.selectOptions(await screen.findByLabelText(/genome build/i), "Not known");
  await userEvent.click(await button(/^Next$/));
  expect(await screen.findAllByText(/QC needs the build of the positions/)).toHaveLength(2);
});

describe("values of an earlier data set", () => {
  const earlier = (id: string, name: string) => ({
    id,
    dataset_name: name,
    metadata: { ...metadata, dataSetName: name, cohort: name, totalSampleSize: 7, cases: 3, genomeBuild: "grch38" },
    mapping: { chromosome: "#chrom", effect_allele: "beta", beta: "alt" },
    actions: {},
    status: "READY FOR REVIEW",
  });
  const list = {
    "GET /api/hermes/uploads": { items: [earlier("e1", "Last"), earlier("e2", "First")], total: 2, summary: {} },
    "GET /api/hermes/uploads/e1/inspection": { ...inspection, header: ["other"] },
    "GET /api/hermes/uploads/e2/inspection": inspection,
  };
  const value = (key: MetadataKey) => (document.getElementById(controlId(key)) as HTMLInputElement).value;

  test("the last one by one click: name, sizes, build and columns of the file stay, and it can be undone", async () => {
    renderApp("/hermes/new?step=2", { ...drafted(), ...list });
    await userEvent.click(await button(/Use values of Last/));
    await waitFor(() => expect(value("cohort")).toBe("Last"));
    expect(value("dataSetName")).toBe("Lakeland HF");
    expect(value("totalSampleSize")).toBe("1000");
    expect(value("genomeBuild")).toBe("hg19");
    expect(readDraft(uploadDraft, mine)?.content.mapping?.mapping.beta).toBe("beta");
    await userEvent.click(await button(/^Undo$/));
    await waitFor(() => expect(value("cohort")).toBe("Lakeland"));
  });

  const another = () => screen.findByRole("combobox", { name: /use values of another/i }, { timeout: 10_000 });

  test("another one: its columns come along where the header is the same", async () => {
    renderApp("/hermes/new?step=2", { ...drafted(), ...list });
    await userEvent.selectOptions(await another(), "First");
    expect(await screen.findByText(/The values and the columns of First were filled in/)).toBeTruthy();
    await waitFor(() => expect(readDraft(uploadDraft, mine)?.content.mapping?.mapping.beta).toBe("alt"));
  });
});

test("another file may be used: what was sent is removed, what was entered stays", async () => {
  const { writes } = renderApp("/hermes/new", {
    ...drafted(),
    "DELETE /api/uploads/up1": () => new Response(null, { status: 204 }),
  });
  await userEvent.click(await button(/Use another file/));
  await userEvent.click(await button(/Remove it/));
  expect(await screen.findByLabelText(/choose a file|choose lakeland/i)).toBeTruthy();
  await waitFor(() => expect(writes().map((request) => request.method)).toEqual(["DELETE"]));
  await userEvent.click(await button(/^2 /));
  expect(((await screen.findByRole("combobox", { name: /cohort/i })) as HTMLInputElement).value).toBe("Lakeland");
});

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
    const taken = [{ field: "metadata.dataSetName", message: "A data set of this name exists already." }];
    const { router } = renderApp("/hermes/new?step=4", {
      ...drafted(),
      "POST /api/hermes/uploads": () => refused(422, "Some fields cannot be accepted.", taken),
    });
    await userEvent.click(await button(/Submit and start QC/));
    const summary = await screen.findByRole("alert", { name: /1 problem to correct/ });
    expect(router.state.location.search).toMatchObject({ step: 2 });
    expect(document.activeElement).toBe(summary);
    const name = screen.getByRole("textbox", { name: /data set name/i });
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
