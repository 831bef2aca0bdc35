import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answer, refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { catchSaves, contact, openSgc, phenotype } from "./testing";

/** Nothing is laid out here, so the kit takes a menu for one whose button has scrolled out of sight. */
const hidden = true;

const psor = phenotype("PSOR", { description: "Psoriasis", aliases: ["L40"], used_by: 3, version: 4 });
const zoster = phenotype("ZOSTER", { description: "Zoster [herpes zoster]" });
const old = phenotype("OLD_CODE", { retired: true });
const list = { items: [old, psor, zoster] };

function open(answers: Record<string, Answer> = {}, address = "/sgc/phenotypes", user?: object) {
  return openSgc(address, { "GET /api/sgc/phenotypes": list, ...answers }, user);
}

const codes = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent?.trim());

async function act(code: string, action: RegExp) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${code}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action, hidden }));
}

async function dialog(name: string) {
  return within(await screen.findByRole("dialog", { name, hidden }));
}

test("a contact reads the list; search, filter and order stand in the address", async () => {
  const { router } = open({}, "/sgc/phenotypes", contact);
  expect(await screen.findByText("Psoriasis")).toBeTruthy();
  expect(screen.getByText(/3 phenotypes, 1 in use by cohorts, 1 retired/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add phenotype" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Actions/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Cohorts" }));
  await userEvent.click(screen.getByRole("button", { name: /^Cohorts/ }));
  await waitFor(() => expect(codes()).toEqual(["PSOR", "ZOSTER", "OLD_CODE Retired"].sort(byUse)));
  fireEvent.change(screen.getByLabelText("Which phenotypes"), { target: { value: "current" } });
  await userEvent.type(screen.getByRole("searchbox"), "l40");
  await waitFor(() => expect(codes()).toEqual(["PSOR"]));
  expect(router.state.location.search).toEqual({ sort: "-used_by", show: "current", q: "l40" });
  expect(await accessFaults()).toEqual([]);
});

const uses: Record<string, number> = { PSOR: 3 };
const byUse = (a: string, b: string) => (uses[b] ?? 0) - (uses[a] ?? 0) || a.localeCompare(b);

test("a reviewer adds one: the rule holds while typing, what is there already is refused here", async () => {
  const added = phenotype("HAND_ECZEMA", { description: "Eczema of the hands" });
  const { writes } = open({ "POST /api/sgc/phenotypes": added });
  await userEvent.click(await screen.findByRole("button", { name: "Add phenotype" }));
  const form = await dialog("Add a phenotype");
  await userEvent.type(form.getByLabelText(/^Code/), "psor");
  await userEvent.click(form.getByRole("button", { name: "Add phenotype", hidden }));
  const summary = within(form.getByRole("alert", { hidden }));
  expect(summary.getByRole("link", { name: "PSOR is in the list already.", hidden })).toBeTruthy();
  expect(summary.getByRole("link", { name: "Enter a description.", hidden })).toBeTruthy();
  expect(form.getByLabelText(/^Code/).getAttribute("aria-invalid")).toBe("true");
  expect(writes()).toEqual([]);
  await userEvent.clear(form.getByLabelText(/^Code/));
  await userEvent.type(form.getByLabelText(/^Code/), "hand eczema");
  await userEvent.type(form.getByLabelText(/^Description/), "Eczema of the hands");
  await userEvent.type(form.getByRole("combobox", { hidden }), "L30.9{Enter}");
  expect(await accessFaults()).toEqual([]);
  await userEvent.click(form.getByRole("button", { name: "Add phenotype", hidden }));
  expect(await screen.findByText("HAND_ECZEMA was added.")).toBeTruthy();
  expect(await writes()[0]?.json()).toEqual({
    code: "HAND_ECZEMA",
    description: "Eczema of the hands",
    aliases: ["L30.9"],
    retired: false,
  });
});

test("what the server refuses stands at its field, and what was typed stays", async () => {
  const taken = [{ field: "aliases", message: "Another phenotype has this name." }];
  open({
    "PUT /api/sgc/phenotypes/PSOR": () => refused(409, "L40 is a name of ZOSTER already.", taken, "alias_taken"),
  });
  await act("PSOR", /^Edit/);
  const form = await dialog("Edit PSOR");
  expect(form.queryByLabelText(/^Code/)).toBeNull();
  await userEvent.type(form.getByLabelText(/^Description/), " vulgaris");
  await userEvent.click(form.getByRole("button", { name: "Save changes", hidden }));
  expect(await form.findByRole("link", { name: "Another phenotype has this name.", hidden })).toBeTruthy();
  expect(form.getByDisplayValue("Psoriasis vulgaris")).toBeTruthy();
});

test("another user was faster: both versions are shown; a retirement elsewhere is not undone by saving", async () => {
  const theirs = { ...psor, description: "Psoriasis, all forms", retired: true, version: 5 };
  const answers = { current: list as object };
  const { writes } = open({
    "GET /api/sgc/phenotypes": () => answers.current,
    "PUT /api/sgc/phenotypes/PSOR": (request) => {
      if (request.headers.get("If-Match") === '"5"') return { ...theirs, version: 6 };
      answers.current = { items: [old, theirs, zoster] };
      return refused(409, "Another user changed it meanwhile.", [], "changed");
    },
  });
  await act("PSOR", /^Edit/);
  const form = await dialog("Edit PSOR");
  await userEvent.type(form.getByLabelText(/^Description/), " vulgaris");
  await userEvent.click(form.getByRole("button", { name: "Save changes", hidden }));
  const choice = await dialog("Two people changed this phenotype");
  const chosen = (label: string) => (choice.getByLabelText(label) as HTMLInputElement).checked;
  expect(chosen("Description: yours, Psoriasis vulgaris")).toBe(true);
  expect(chosen("Use: theirs, Retired")).toBe(true);
  await userEvent.click(choice.getByRole("button", { name: "Save this", hidden }));
  expect(await screen.findByText("PSOR was changed.")).toBeTruthy();
  expect(writes().map((request) => request.headers.get("If-Match"))).toEqual(['"4"', '"5"']);
  expect(await writes()[1]?.json()).toMatchObject({ description: "Psoriasis vulgaris", retired: true });
});

test("what is typed in the dialog is there when it is opened again, until one starts over", async () => {
  open({});
  await act("PSOR", /^Edit/);
  const form = await dialog("Edit PSOR");
  await userEvent.type(form.getByLabelText(/^Description/), " vulgaris");
  await userEvent.click(form.getByRole("button", { name: "Cancel", hidden }));
  await waitFor(() => expect(screen.queryByText("Edit PSOR")).toBeNull());
  await act("PSOR", /^Edit/);
  const again = await dialog("Edit PSOR");
  expect(again.getByDisplayValue("Psoriasis vulgaris")).toBeTruthy();
  await userEvent.click(again.getByRole("button", { name: "Start over", hidden }));
  const ask = await dialog("Start over?");
  await userEvent.click(ask.getByRole("button", { name: "Start over", hidden }));
  await waitFor(() => expect(again.getByDisplayValue("Psoriasis")).toBeTruthy());
});

test("one in use cannot be deleted, and says who uses it; it can be retired", async () => {
  const { writes } = open({
    "GET /api/sgc/phenotypes/PSOR": { ...psor, cohorts: [{ id: "k1", name: "Lakeland Biobank" }] },
    "PUT /api/sgc/phenotypes/PSOR": { ...psor, retired: true },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for PSOR" }));
  const remove = await screen.findByRole("menuitem", { name: /^Delete/, hidden });
  expect(remove.textContent).toContain("3 cohorts use it. It can only be retired.");
  await userEvent.click(screen.getByRole("menuitem", { name: "Who uses it", hidden }));
  const users = await dialog("Who uses PSOR");
  expect((await users.findByRole("link", { name: "Lakeland Biobank", hidden })).getAttribute("href")).toBe(
    "/sgc/view/k1",
  );
  await userEvent.keyboard("{Escape}");
  await act("PSOR", /^Retire/);
  expect(await screen.findByText(/New files with “Psoriasis” get a warning/)).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Retire", hidden }));
  expect(await screen.findByText("PSOR is retired.")).toBeTruthy();
  expect(await writes()[0]?.json()).toEqual({ description: "Psoriasis", aliases: ["L40"], retired: true });
});

test("an unused one is deleted after asking; the server's reason is shown", async () => {
  open({
    "DELETE /api/sgc/phenotypes/ZOSTER": () =>
      refused(409, "Files name this phenotype: Northern Registry.", [], "phenotype_used"),
  });
  await act("ZOSTER", /^Delete/);
  await userEvent.click(await screen.findByRole("button", { name: "Delete phenotype", hidden }));
  expect(await screen.findByText("ZOSTER was not deleted")).toBeTruthy();
  expect(screen.getByText("Files name this phenotype: Northern Registry.")).toBeTruthy();
});

test("the table is downloaded with the token of the area", async () => {
  const saved = catchSaves();
  const { asked } = open({ "GET /api/sgc/phenotypes/download": () => new Response("code\r\n") });
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await waitFor(() => expect(saved.length).toBe(1));
  const call = asked.find((request) => request.url.endsWith("/phenotypes/download"));
  expect(call?.headers.get("Authorization")).toBe("Bearer sgc-token");
});

test("a list that cannot be read says so and tries again", async () => {
  let down = true;
  open({ "GET /api/sgc/phenotypes": () => (down ? refused(500, "The database is away.") : list) });
  expect(await screen.findByText(/The database is away/)).toBeTruthy();
  down = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Psoriasis")).toBeTruthy();
});
