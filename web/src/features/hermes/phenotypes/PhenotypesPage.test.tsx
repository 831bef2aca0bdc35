import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import type { PhenotypeRequest } from "@/api/hermes/phenotypes";
import { type Answer, analyst, person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

/** Nothing is laid out here, so the kit takes a menu for one whose button has scrolled out of sight. */
const hidden = true;

const reviewer = person({ roles: ["reviewer"], permissions: ["uploadData", "approveUpload", "viewAllUploads"] });

function trait(name: string, change: Partial<HermesPhenotype> = {}): HermesPhenotype {
  const about = { description: `About ${name}`, dichotomous: true, terms: [], synonyms: [] };
  return { name, ...about, datasets: 0, version: 1, ...change };
}

const hf = trait("ALL_HF", { description: "All heart failure", terms: ["MONDO:0005252"], datasets: 3, version: 4 });
const lvef = trait("LVEF", { description: "Ejection fraction", dichotomous: false });
const old = trait("OLD", { retired_at: "2026-11-01T00:00:00Z" });
const list = { items: [hf, lvef, old] };

const wish: PhenotypeRequest = {
  id: "r1",
  wanted: "HFpEF",
  why: "Preserved",
  dichotomous: true,
  term: "MONDO:0005009",
  status: "asked",
  asked_by: "uploader2",
  asked_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  own: false,
};

function open(user = reviewer, answers: Record<string, Answer> = {}, address = "/hermes/phenotypes") {
  return renderApp(address, {
    "GET /api/is-logged-in": user,
    "GET /api/hermes/phenotypes": list,
    "GET /api/hermes/phenotype-requests": { items: [] },
    ...answers,
  });
}

const writes = (asked: Request[]) => asked.filter(({ method }) => method !== "GET");

async function act(code: string, action: RegExp) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${code}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action, hidden }));
}

/** The dialog of this title; found by its words, as looking for roles takes long in a large page. */
async function dialog(title: string) {
  const heading = await screen.findByText(title, { selector: "[role=dialog] *" });
  return within(heading.closest("[role=dialog]") as HTMLElement);
}

function press(form: ReturnType<typeof within>, words: string) {
  return userEvent.click(form.getByText(words, { selector: "button *" }).closest("button") as HTMLElement);
}

function type(field: HTMLElement, text: string) {
  fireEvent.change(field, { target: { value: text } });
}

test("everybody reads the list; the numbers lead to the submissions", async () => {
  open(analyst);
  expect(await screen.findByText("All heart failure")).toBeTruthy();
  expect(screen.getByText(/3 phenotypes, 1 of them retired/)).toBeTruthy();
  expect(screen.getByText("Measured")).toBeTruthy();
  const link = screen.getByRole("link", { name: "3" });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toBe('/hermes?phenotype=["ALL_HF"]');
  expect(screen.queryByRole("button", { name: "Add phenotype" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Actions/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Ask for a phenotype" })).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
});

test("the server searches; what is spelled alike is said to be", async () => {
  open(
    analyst,
    {
      "GET /api/hermes/phenotypes": (request) =>
        new URL(request.url).searchParams.get("q") === "ejecton" ? { items: [lvef], near: true } : list,
    },
    "/hermes/phenotypes?q=ejecton",
  );
  expect(await screen.findByText(/No phenotype matches “ejecton”/)).toBeTruthy();
  expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(2);
});

test("only the retired ones, or those in use", async () => {
  open(analyst, {}, "/hermes/phenotypes?show=retired");
  expect(await screen.findByText("OLD")).toBeTruthy();
  expect(screen.queryByText("ALL_HF")).toBeNull();
});

test("a reviewer adds one; what is missing is said at once", async () => {
  const { asked } = open(reviewer, { "POST /api/hermes/phenotypes": trait("NICM_2") });
  await userEvent.click(await screen.findByRole("button", { name: "Add phenotype" }));
  const form = await dialog("Add a phenotype");
  type(form.getByLabelText(/^Code/), "9");
  await press(form, "Add phenotype");
  expect(form.getAllByText(/./, { selector: "[role=alert] a" }).map(({ textContent }) => textContent)).toEqual([
    "A code has 2 to 40 characters: a letter, then letters, digits, and _ . or -.",
    "Enter a description.",
    "Choose cases and controls, or measured.",
  ]);
  expect(writes(asked)).toEqual([]);
  type(form.getByLabelText(/^Code/), "NICM 2");
  type(form.getByLabelText(/^Description/), "Another one");
  await userEvent.click(form.getByLabelText(/^Measured/));
  await userEvent.type(form.getByLabelText(/^Ontology terms/), "EFO:0003144{Enter}");
  expect(await accessFaults()).toEqual([]);
  await press(form, "Add phenotype");
  expect(await screen.findByText("NICM_2 was added.")).toBeTruthy();
  expect(await writes(asked)[0]?.json()).toEqual({
    name: "NICM_2",
    description: "Another one",
    dichotomous: false,
    terms: ["EFO:0003144"],
    synonyms: [],
    retired: false,
  });
});

test("another user was faster: both versions are shown, and what is chosen is saved over theirs", async () => {
  const theirs = { ...hf, description: "Heart failure, any", version: 5 };
  const now = { list: list as object };
  const { asked } = open(reviewer, {
    "GET /api/hermes/phenotypes": () => now.list,
    "PUT /api/hermes/phenotypes/ALL_HF": (request) => {
      if (request.headers.get("If-Match") === '"5"') return { ...theirs, version: 6 };
      now.list = { items: [theirs, lvef, old] };
      return refused(409, "Somebody changed this phenotype in the meantime.", [], "changed");
    },
  });
  await act("ALL_HF", /^Edit/);
  const form = await dialog("Edit ALL_HF");
  expect(form.queryByLabelText(/^Code/)).toBeNull();
  expect((form.getByLabelText(/^Measured/) as HTMLInputElement).disabled).toBe(true);
  type(form.getByLabelText(/^Description/), "All heart failure!");
  await press(form, "Save changes");
  const choice = await dialog("Two people changed this phenotype");
  expect(form.getByDisplayValue("All heart failure!")).toBeTruthy();
  const mine = choice.getByLabelText("Description: yours, All heart failure!") as HTMLInputElement;
  expect(mine.checked).toBe(true);
  expect(choice.getByText("both changed")).toBeTruthy();
  await userEvent.click(choice.getByLabelText("Description: theirs, Heart failure, any"));
  await press(choice, "Save this");
  expect(await screen.findByText("ALL_HF was changed.")).toBeTruthy();
  expect(writes(asked).map((request) => request.headers.get("If-Match"))).toEqual(['"4"', '"5"']);
  expect(await writes(asked)[1]?.json()).toMatchObject({ description: "Heart failure, any", retired: false });
});

test("one in use cannot be deleted; retiring says what it means first", async () => {
  const { asked } = open(reviewer, {
    "PUT /api/hermes/phenotypes/ALL_HF": { ...hf, retired_at: "2026-11-22T00:00:00Z" },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for ALL_HF" }));
  const remove = await screen.findByRole("menuitem", { name: /^Delete/, hidden });
  expect(remove.textContent).toContain("3 submissions use it. It can only be retired.");
  await userEvent.click(screen.getByRole("menuitem", { name: "Retire…", hidden }));
  expect(await screen.findByText(/The 3 submissions that use it keep it/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retire", hidden }));
  expect(await screen.findByText("ALL_HF is retired.")).toBeTruthy();
  expect(await writes(asked)[0]?.json()).toMatchObject({ retired: true, terms: ["MONDO:0005252"] });
});

test("a request waits in the menu and on top; it is granted with what was asked", async () => {
  const granted = { ...wish, status: "granted" as const, phenotype: "HFPEF", decided_by: "analyst1" };
  const { asked } = open(reviewer, {
    "GET /api/hermes/phenotype-requests": { items: [wish] },
    "POST /api/hermes/phenotype-requests/r1/decision": granted,
  });
  expect(await screen.findByRole("link", { name: /^Phenotypes 1 request waits/ })).toBeTruthy();
  expect(screen.getByText(/uploader2 asked 3 d ago · Cases and controls · MONDO:0005009/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Decide on HFpEF" }));
  const form = await dialog("Decide on “HFpEF”");
  await press(form, "Add phenotype");
  expect(await screen.findByText("HFPEF was added, and uploader2 is notified.")).toBeTruthy();
  expect(await writes(asked)[0]?.json()).toEqual({
    grant: {
      name: "HFPEF",
      description: "HFpEF",
      dichotomous: true,
      terms: ["MONDO:0005009"],
      synonyms: [],
      retired: false,
    },
  });
});

test("declining needs a reason", async () => {
  const { asked } = open(reviewer, {
    "GET /api/hermes/phenotype-requests": { items: [wish] },
    "POST /api/hermes/phenotype-requests/r1/decision": { ...wish, status: "declined" },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Decide on HFpEF" }));
  const form = await dialog("Decide on “HFpEF”");
  await userEvent.click(form.getByLabelText("Decline"));
  await press(form, "Decline");
  expect(await form.findByText(/Enter a reason/, { selector: "[role=alert] a" })).toBeTruthy();
  type(form.getByLabelText(/^Answer/), "Too rare");
  await press(form, "Decline");
  await waitFor(() => expect(writes(asked)).toHaveLength(1));
  expect(await writes(asked)[0]?.json()).toEqual({ answer: "Too rare" });
});

test("who asked sees what became of it, and can take an open one back", async () => {
  const own = { ...wish, own: true, asked_by: "analyst1" };
  const declined = {
    ...own,
    id: "r2",
    wanted: "Gout",
    status: "declined",
    decided_by: "rita",
    answer: "Too far",
    decided_at: new Date().toISOString(),
  };
  const { asked } = open(analyst, {
    "GET /api/hermes/phenotype-requests": { items: [own, declined] },
    "DELETE /api/hermes/phenotype-requests/r1": () => new Response(null, { status: 204 }),
  });
  expect(await screen.findByText("1 request waits for a reviewer")).toBeTruthy();
  expect(screen.getByText(/Too far/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Phenotypes 1/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Decide/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Withdraw HFpEF" }));
  expect(await screen.findByText("The request for “HFpEF” was withdrawn.")).toBeTruthy();
  expect(writes(asked)).toHaveLength(1);
});

test("a list that cannot be read says so and tries again", async () => {
  let down = true;
  open(reviewer, { "GET /api/hermes/phenotypes": () => (down ? refused(500, "The database is away.") : list) });
  expect((await screen.findAllByText(/The database is away/)).length).toBeGreaterThan(0);
  down = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("All heart failure")).toBeTruthy();
});
