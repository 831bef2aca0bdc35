import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { readDraft } from "@/lib/browser/draft";
import { refused, renderApp } from "@/test-app";
import { uploadDraft } from "./draft";
import { controlId, type MetadataKey } from "./fields";
import { button, drafted, inspection, metadata, mine, server } from "./testing";

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
    expect(screen.getByRole("heading", { name: "This file cannot be used" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Missing fields" })).toBeNull();
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
    expect(screen.getByText(/^About the study: submission name, cohort, phenotype, ancestry, sex\.$/)).toBeTruthy();
    within(question).getByRole("button", { name: "Yes, use alt" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { name: "Every question is answered" })).toBeTruthy();
    const change = screen.getByRole("button", { name: "Change: Is alt the effect allele?" });
    await waitFor(() => expect(document.activeElement).toBe(change));
    await userEvent.click(change);
    expect(await screen.findByRole("group", { name: "Is alt the effect allele?" })).toBeTruthy();
  });

  test("is filled in with where it comes from, and is kept out of what a user typed", async () => {
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
    expect(screen.getByText(`Stated in the file: 361,194. ${reason}`)).toBeTruthy();
  });
});

test("the cohort is suggested from what the consortium uses", async () => {
  renderApp("/hermes/new?step=2", server);
  const cohort = (await screen.findByRole("combobox", { name: /cohort/i })) as HTMLInputElement;
  await userEvent.click(cohort);
  await userEvent.paste("lake");
  await userEvent.click(await screen.findByRole("option", { name: "Lakeland in 3 submissions", hidden: true }));
  expect(cohort.value).toBe("Lakeland");
});

test("the genome build is asked once", async () => {
  renderApp("/hermes/new?step=2", server);
  await screen.findByLabelText(/genome build/i);
  expect(screen.getAllByLabelText(/build|reference genome|assembly/i).map((field) => field.id)).toEqual([
    controlId("genomeBuild"),
  ]);
});

test("a build that the server does not take is refused where it is chosen", async () => {
  const refused = "No chain file from NCBI36 (hg18) to GRCh37 (hg19) is installed here. Ask the operator.";
  const old = { value: "ncbi36", label: "NCBI36 (hg18)", refused };
  const config = server["GET /api/hermes/portal-config"] as Record<string, unknown>;
  renderApp("/hermes/new?step=2", {
    ...server,
    "GET /api/hermes/portal-config": { ...config, genome_builds: [{ value: "hg19", label: "GRCh37 (hg19)" }, old] },
  });
  const field = await screen.findByLabelText(/genome build/i);
  await userEvent.selectOptions(field, "NCBI36 (hg18)");
  expect(await screen.findAllByText(refused)).toHaveLength(1);
  await userEvent.click(await button(/^Next$/));
  expect(await screen.findAllByText(refused)).toHaveLength(2);
  await userEvent.selectOptions(field, "GRCh37 (hg19)");
  expect(screen.queryByText(refused)).toBeNull();
});

describe("values of an earlier submission", () => {
  const row = (id: string, name: string) => ({ id, dataset_name: name, actions: {}, status: "READY FOR REVIEW" });
  const earlier = (id: string, name: string) => ({
    ...row(id, name),
    metadata: { ...metadata, dataSetName: name, cohort: name, totalSampleSize: 7, cases: 3, genomeBuild: "grch38" },
    mapping: { chromosome: "#chrom", effect_allele: "beta", beta: "alt" },
  });
  const list = {
    "GET /api/hermes/uploads": { items: [row("e1", "Last"), row("e2", "First")], total: 2, summary: {} },
    "GET /api/hermes/uploads/e1": earlier("e1", "Last"),
    "GET /api/hermes/uploads/e2": earlier("e2", "First"),
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

  test("what is stored is text and stays text, whatever it looks like", async () => {
    const texts = {
      cohort: `</script><img src=x onerror="globalThis.touched = 1">`,
      contactPerson: "{{globalThis.touched = 2}}",
      otherFilters: "(() => { globalThis.touched = 3 })()",
      caseDefinition: "__proto__",
    };
    const stored = { ...earlier("e1", "Last"), metadata: { ...earlier("e1", "Last").metadata, ...texts } };
    renderApp("/hermes/new?step=2", { ...drafted(), ...list, "GET /api/hermes/uploads/e1": stored });
    await userEvent.click(await button(/Use values of Last/));
    await waitFor(() => expect(value("cohort")).toBe(texts.cohort));
    await waitFor(() => expect(readDraft(uploadDraft, mine)?.content.values).toMatchObject(texts));
    expect(document.querySelector("img[src=x]")).toBeNull();
    expect("touched" in globalThis).toBe(false);
  });

  test("one that cannot be read is said by its name, and what was typed stays", async () => {
    const refused = () => Response.json({ title: "The store is away.", status: 503 }, { status: 503 });
    renderApp("/hermes/new?step=2", { ...drafted(), ...list, "GET /api/hermes/uploads/e1": refused });
    await userEvent.click(await button(/Use values of Last/));
    expect(await screen.findByText(/The values of Last could not be read/, {}, { timeout: 20_000 })).toBeTruthy();
    expect(value("cohort")).toBe("Lakeland");
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
