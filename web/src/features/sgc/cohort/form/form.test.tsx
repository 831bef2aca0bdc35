import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Schemas } from "@/api/client";
import type { Cohort } from "@/api/sgc/sgc";
import { readDraft } from "@/lib/browser/draft";
import { refused } from "@/test-app";
import { cohort, open, uploader } from "../testing";
import { cohortDraft } from "./useCohortForm";

const fill = async (label: RegExp, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
};

async function fillSizes(total: string, males: string, females: string) {
  await fill(/^Total sample size/, total);
  await fill(/^Number of males/, males);
  await fill(/^Number of females/, females);
}

const mine = { account: "u1", object: "new" };
const registered = cohort([], { name: "Hill Study", version: 1 });

test("a cohort is registered with name and sizes, and the next step is shown; answers may follow", async () => {
  const { writes, router } = open("/sgc/new", {
    "POST /api/sgc/cohorts": registered,
    "GET /api/sgc/cohorts/c1": registered,
  });
  await screen.findByLabelText(/^Cohort name/);
  await fill(/^Cohort name/, "Hill Study");
  await fillSizes("1,000", "400", "600");
  await userEvent.click(screen.getByRole("button", { name: "Register cohort" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/sgc/edit/c1"));
  expect(router.state.location.search).toEqual({ task: "cases_controls_male" });
  expect(await writes()[0]?.json()).toMatchObject({
    name: "Hill Study",
    total_sample_size: 1000,
    number_of_males: 400,
    number_of_females: 600,
  });
  expect(readDraft(cohortDraft, mine)).toBeUndefined();
});

test("an empty form says what is needed, with links to the fields", async () => {
  const { writes } = open("/sgc/new", {});
  await userEvent.click(await screen.findByRole("button", { name: "Register cohort" }));
  const summary = await screen.findByRole("alert");
  expect(within(summary).getByText("4 problems to correct")).toBeTruthy();
  await userEvent.click(within(summary).getByRole("link", { name: "Enter a name for the cohort." }));
  expect(document.activeElement?.id).toBe("cohort-name");
  expect(writes()).toEqual([]);
});

test("more males and females than people is refused at the field; fewer is asked about with the gap", async () => {
  const { writes } = open("/sgc/new", { "POST /api/sgc/cohorts": registered });
  await screen.findByLabelText(/^Cohort name/);
  await fill(/^Cohort name/, "Hill Study");
  await fillSizes("1000", "450", "600");
  await userEvent.click(screen.getByRole("button", { name: "Register cohort" }));
  expect(await screen.findAllByText(/Males and females are 1,050 together, more than the 1,000/)).toHaveLength(2);
  expect(screen.getByLabelText(/^Total sample size/).getAttribute("aria-invalid")).toBe("true");
  expect(writes()).toEqual([]);

  await fill(/^Number of males/, "388");
  expect(screen.queryByText(/more than the 1,000/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Register cohort" }));
  expect(await screen.findByText("12 people are neither male nor female")).toBeTruthy();
  expect(writes()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Go on" }));
  await waitFor(() => expect(writes()).toHaveLength(1));
});

test("what is typed is drafted as it stands, right or wrong, for this person alone", async () => {
  const { unmount } = open("/sgc/new", {});
  await screen.findByLabelText(/^Cohort name/);
  await fill(/^Cohort name/, "Hill");
  await fill(/^Total sample size/, "about 900");
  await waitFor(() => expect(readDraft(cohortDraft, mine)?.content.values.total_sample_size).toBe("about 900"));
  unmount();

  const second = open("/sgc/new", {}, { ...uploader, id: "u2" });
  expect(((await screen.findByLabelText(/^Cohort name/)) as HTMLInputElement).value).toBe("");
  second.unmount();

  open("/sgc/new", {});
  expect(((await screen.findByLabelText(/^Cohort name/)) as HTMLInputElement).value).toBe("Hill");
  expect((screen.getByLabelText(/^Total sample size/) as HTMLInputElement).value).toBe("about 900");
  await userEvent.click(screen.getByRole("button", { name: "Start over" }));
  await userEvent.click((await screen.findAllByRole("button", { name: "Start over" })).at(-1) as HTMLElement);
  await waitFor(() => expect((screen.getByLabelText(/^Cohort name/) as HTMLInputElement).value).toBe(""));
});

test("a name that is taken stands at its field, and everything stays", async () => {
  const taken = "The owner has a cohort named Hill Study already; choose another name.";
  open("/sgc/new", { "POST /api/sgc/cohorts": () => refused(409, taken, [], "name_taken") });
  await screen.findByLabelText(/^Cohort name/);
  await fill(/^Cohort name/, "Hill Study");
  await fillSizes("1000", "400", "600");
  await userEvent.click(screen.getByRole("button", { name: "Register cohort" }));
  expect(await screen.findAllByText(taken)).toHaveLength(2);
  expect((screen.getByLabelText(/^Number of males/) as HTMLInputElement).value).toBe("400");
});

function conflict(current: Cohort): Response {
  const body: Schemas["SgcConflict"] = {
    detail: "Another user has changed this cohort meanwhile.",
    code: "changed",
    fields: [],
    request_id: "req-1",
    current,
  };
  return Response.json(body, { status: 409 });
}

const held = cohort();
const theirs = cohort([], {
  version: 4,
  cohort_metadata: { ...held.cohort_metadata, phenotype_coding_system: "SNOMED CT", other_notes: "Theirs" },
  history: [{ at: "2026-11-21T08:00:00Z", by: "bo@example.org", action: "edited", detail: "" }],
});

test("two people change a cohort: both versions are shown, each field is chosen, nothing is lost", async () => {
  const { writes } = open("/sgc/edit/c1?task=questionnaire", {
    "GET /api/sgc/cohorts/c1": held,
    "PUT /api/sgc/cohorts/c1": (request) =>
      request.headers.get("If-Match") === '"3"' ? conflict(theirs) : { ...theirs, version: 5 },
  });
  await screen.findByLabelText(/^Cohort name/);
  await fill(/^Other issues or notes/, "Mine");
  await fill(/^Number of males/, "399");
  await fill(/^Number of females/, "601");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));

  const dialog = await screen.findByRole("dialog", { name: "Two people changed this cohort" });
  expect(within(dialog).getByText(/bo@example.org changed this cohort/)).toBeTruthy();
  const chosen = (name: string) => (within(dialog).getByRole("radio", { name }) as HTMLInputElement).checked;
  expect(chosen("Which coding systems define the phenotypes?: theirs, SNOMED CT")).toBe(true);
  expect(chosen("Number of males: yours, 399")).toBe(true);
  expect(chosen("Other issues or notes: yours, Mine")).toBe(true);
  expect(within(dialog).getByText("both changed")).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("radio", { name: "Other issues or notes: theirs, Theirs" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Save this" }));

  await waitFor(() => expect(writes()).toHaveLength(2));
  const [, second] = writes();
  expect(second?.headers.get("If-Match")).toBe('"4"');
  expect(await second?.json()).toMatchObject({
    number_of_males: 399,
    cohort_metadata: { phenotype_coding_system: "SNOMED CT", other_notes: "Theirs" },
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the chosen fields can be edited further before they are saved", async () => {
  const { writes } = open("/sgc/edit/c1?task=questionnaire", {
    "GET /api/sgc/cohorts/c1": held,
    "PUT /api/sgc/cohorts/c1": (request) =>
      request.headers.get("If-Match") === '"3"' ? conflict(theirs) : { ...theirs, version: 5 },
  });
  await screen.findByLabelText(/^Cohort name/);
  await fill(/^Other issues or notes/, "Mine");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await userEvent.click(await screen.findByRole("button", { name: "Continue editing" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((screen.getByLabelText(/^Which coding systems/) as HTMLInputElement).value).toBe("SNOMED CT");
  await userEvent.type(screen.getByLabelText(/^Other issues or notes/), " and more");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(await writes()[1]?.json()).toMatchObject({ cohort_metadata: { other_notes: "Mine and more" } });
});

test("a change elsewhere that leaves the questionnaire alone is no conflict", async () => {
  const elsewhere = cohort([], { version: 4 });
  const { writes } = open("/sgc/edit/c1?task=questionnaire", {
    "GET /api/sgc/cohorts/c1": held,
    "PUT /api/sgc/cohorts/c1": (request) =>
      request.headers.get("If-Match") === '"3"' ? conflict(elsewhere) : { ...elsewhere, version: 5 },
  });
  await screen.findByLabelText(/^Cohort name/);
  await fill(/^Other issues or notes/, "Mine");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Lakeland Biobank was saved.")).toBeTruthy();
  expect(writes().map((request) => request.headers.get("If-Match"))).toEqual(['"3"', '"4"']);
});

test("what is typed while the questionnaire is saved stays, and is what the next save sends", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { writes } = open("/sgc/edit/c1?task=questionnaire", {
    "GET /api/sgc/cohorts/c1": held,
    "PUT /api/sgc/cohorts/c1": async (request) => {
      const version = Number(request.headers.get("If-Match")?.replaceAll('"', "")) + 1;
      const saved = { ...held, ...((await request.json()) as object), version };
      await gate;
      return saved;
    },
  });
  await screen.findByLabelText(/^Cohort name/);
  await fill(/^Other issues or notes/, "First");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  await userEvent.type(screen.getByLabelText(/^Other issues or notes/), " and second");
  release();
  expect(await screen.findByText(/Later input is not saved yet/)).toBeTruthy();
  expect((screen.getByLabelText(/^Other issues or notes/) as HTMLInputElement).value).toBe("First and second");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]?.headers.get("If-Match")).toBe('"4"');
  expect(await writes()[1]?.json()).toMatchObject({ cohort_metadata: { other_notes: "First and second" } });
});

test("who may not register a cohort is told so", async () => {
  open("/sgc/new", {}, { ...uploader, permissions: [] });
  expect(await screen.findByText(/Your account can view cohorts, but not register one/)).toBeTruthy();
});
