import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answer, admin, refused, renderApp } from "@/test-app";

const range = { min: 0.01, max: 0.99 };
const preview = {
  name: "hf.tsv",
  format: "tsv",
  compression: "gzip",
  columns: [
    { id: "rsid", source: "rsid", type: "text", role: "rsid", missing: 0, unreadable: 0, distinct: 1, first: ["rs1"] },
    {
      id: "p_value",
      source: "p_value",
      type: "number",
      role: "p_value",
      missing: 0,
      unreadable: 0,
      first: [],
      ...range,
    },
  ],
  looked_at: 800,
  rows: [["rs1", "0.01"]],
  findings: [],
};
const file = (id: string) => ({ id, file_name: `${id}.tsv` });

function open(address: string, more: Record<string, Answer> = {}) {
  return renderApp(address, {
    "GET /api/is-logged-in": admin,
    "POST /api/tables/preview": preview,
    "POST /api/tables": { id: "t1" },
    "POST /api/configurations": { id: "p1" },
    ...more,
  });
}

const made = (view: ReturnType<typeof open>) =>
  view
    .writes()
    .flatMap(({ url }) => (url.endsWith("/preview") || url.endsWith("/check") ? [] : [new URL(url).pathname]));

test("a link of the site makes a page of what is there, with what its columns allow, and opens it", async () => {
  const view = open("/byor");
  const search = { from: "dataset_file:d1:f1" };
  await view.router.navigate({ to: "/configbuilder", search, state: { makePage: true } });
  await waitFor(() => expect(view.router.state.location.search).toEqual({ page: "p1" }));
  expect(made(view)).toEqual(["/api/tables", "/api/configurations"]);
  const [table, page] = view.writes().filter(({ url }) => /(tables|configurations)$/.test(url));
  expect(await table?.json()).toEqual({ source: { kind: "dataset_file", id: "d1", file_id: "f1" }, layout: {} });
  expect(await page?.json()).toMatchObject({ document: { title: "hf", columns: [{ id: "rsid" }, { id: "p_value" }] } });
});

test("an address that is typed, or a link from elsewhere, makes nothing by itself", async () => {
  const view = open("/configbuilder?from=index:i1");
  expect(await screen.findByRole("button", { name: "Build the page" })).toBeTruthy();
  expect(made(view)).toEqual([]);
});

test("what keeps the page from being made is said beside the form, which is then there", async () => {
  const view = open("/byor", { "POST /api/tables": () => refused(422, "You have 500 tables. Delete some.") });
  await view.router.navigate({ to: "/configbuilder", search: { from: "index:i1" }, state: { makePage: true } });
  expect(await screen.findByText("You have 500 tables. Delete some.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Build the page" })).toBeTruthy();
  expect(made(view)).toEqual(["/api/tables"]);
});

const hit = { title: "Heart failure", subtitle: "Data set", address: "/datasets/d1" };
const found = { groups: [{ kind: "dataset", title: "Data sets", hits: [hit], total: 1 }] };

test.each([
  ["one file is taken at once", ["f1"]],
  ["several files are offered", ["f1", "f2"]],
])("of a data set that is found, %s", async (_, files) => {
  const phenotypes = files.map((id) => ({ file: file(id) }));
  const view = open("/configbuilder", { "GET /api/search": found, "GET /api/datasets/d1": { id: "d1", phenotypes } });
  await userEvent.type(await screen.findByLabelText("Search data sets, indexes, meta-analyses"), "heart");
  await userEvent.click(await screen.findByRole("button", { name: "Use Heart failure" }));
  if (files.length > 1) await userEvent.click(await screen.findByRole("button", { name: "f2.tsv" }));
  await waitFor(() => expect(view.router.state.location.search).toEqual({ from: `dataset_file:d1:${files.at(-1)}` }));
});

test("each column says what it holds, and is looked at anew when it is taken for something else", async () => {
  const view = open("/configbuilder?from=index:i1");
  expect(await screen.findByText("what the 800 rows hold")).toBeTruthy();
  expect(screen.getByText("always rs1")).toBeTruthy();
  expect(screen.getByText("0.01 to 0.99")).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Type of rsid" }), "Number");
  const asked = () => view.writes().filter(({ url }) => url.endsWith("/preview"));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(await asked()[1]?.json()).toMatchObject({ layout: { types: { rsid: "number" } } });
});

test("an address that is refused says why, that nothing was sent, and can be corrected", async () => {
  const why = "This address is none of the public internet, and nothing is fetched from others.";
  open("/configbuilder", { "POST /api/tables/preview": () => refused(422, why) });
  await userEvent.type(await screen.findByLabelText(/^Its address/), "https://10.0.0.1/x.tsv");
  await userEvent.click(screen.getByRole("button", { name: "Fetch table" }));
  expect((await screen.findByText(new RegExp(why))).textContent).not.toContain("sent");
  // The same address is refused again: it has to be another one.
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Choose another table" }));
  expect((await screen.findByLabelText(/^Its address/)).getAttribute("value")).toBe("https://10.0.0.1/x.tsv");
});

test("a table at an address is looked at, and becomes a page; the server is asked for the address alone", async () => {
  const url = "https://data.example.org/hf.tsv.gz?raw=1";
  const view = open("/configbuilder");
  await userEvent.type(await screen.findByLabelText(/^Its address/), ` ${url} `);
  await userEvent.click(screen.getByRole("button", { name: "Fetch table" }));
  expect(await screen.findByText("always rs1")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Build the page" }));
  await waitFor(() => expect(view.router.state.location.search).toEqual({ page: "p1" }));
  const asked = view.writes().filter(({ url: to }) => /tables(\/preview)?$/.test(to));
  expect(await Promise.all(asked.map((one) => one.json()))).toEqual([
    { source: { kind: "url", url }, layout: {} },
    { source: { kind: "url", url }, layout: {} },
  ]);
});
