import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { file, openList, row } from "./testing";

/** Nothing is laid out here, so the kit takes a menu for one whose button has scrolled out of sight. */
const hidden = true;

const others = { edit: false, share: false, transfer: false, delete: false, restore: false };
const t2d = row("d1", { name: "T2D in Lakeland" });
const theirs = row("d2", { name: "Kidney GWAS", ancestry: "EA", sharing: "public", owner: "ben", can: others });

async function act(name: string, action: RegExp) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action, hidden }));
}

async function dialog(name: string | RegExp) {
  return within(await screen.findByRole("dialog", { name, hidden }));
}

const queryOf = (asked: Request[]) =>
  new URL(asked.filter((request) => new URL(request.url).pathname === "/api/datasets").at(-1)?.url ?? "").searchParams;

test("rows in words, what stands behind them in the address", async () => {
  const { router, asked } = openList([t2d, theirs]);
  const link = await screen.findByRole("link", { name: "T2D in Lakeland" });
  expect(link.getAttribute("href")).toBe("/datasets/d1");
  expect(screen.getByText("2 data sets that you may see.")).toBeTruthy();
  expect(await screen.findByText("East Asian")).toBeTruthy();
  expect(screen.getAllByText("24,204")).toHaveLength(2);
  expect(screen.queryByText("EA")).toBeNull();
  expect(await accessFaults()).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: /^People/ }));
  await userEvent.click(screen.getByRole("button", { name: /^Ancestry/ }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "European", hidden }));
  await userEvent.type(screen.getByRole("searchbox"), "diab");
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ sort: "global_sample_size", ancestry: ["EU"], q: "diab" }),
  );
  await waitFor(() => expect(queryOf(asked).toString()).toBe("q=diab&ancestry=EU&sort=global_sample_size&limit=50"));
  expect(await screen.findByText(/match the search and filters/)).toBeTruthy();
});

test("tabs are links and drop the filters that they answer", async () => {
  const { asked, router } = openList([t2d], {}, '/datasets?owner=ben&sex=["male"]');
  await userEvent.click(await screen.findByRole("link", { name: "Mine" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ scope: "mine", sex: ["male"] }));
  expect(screen.getByRole("link", { name: "Mine" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "All" }).getAttribute("aria-current")).toBeNull();
  await waitFor(() => expect(queryOf(asked).get("scope")).toBe("mine"));
});

test("a study is found by typing and stands with its name", async () => {
  const study = { id: "s1", name: "Lakeland Biobank", institution: "", created_by: "", created_at: "", version: 1 };
  const { router } = openList([t2d], { "GET /api/studies": { items: [{ ...study, can_edit: true }], total: 1 } });
  await userEvent.click(
    await screen.findByRole("button", {
      name: (name, button) => name.startsWith("Study") && button.hasAttribute("aria-haspopup"),
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Lakeland Biobank", hidden }));
  await waitFor(() => expect(router.state.location.search).toEqual({ study: "s1" }));
  await userEvent.click(await screen.findByRole("button", { name: "Clear Study" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("phenotypes say how many data sets have them; choices that cannot be read say so", async () => {
  const t2dCode = { name: "T2D", description: "Type 2 diabetes", group: "", dichotomous: true, datasets: 3 };
  const { router } = openList([t2d], {
    "GET /api/phenotypes": { items: [t2dCode], total: 1 },
    "GET /api/studies": () => refused(503, "Busy."),
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Phenotype/, expanded: false }));
  await userEvent.click(await screen.findByRole("button", { name: "Type 2 diabetes (3)", hidden }));
  await waitFor(() => expect(router.state.location.search).toEqual({ phenotype: "T2D" }));
  expect(await screen.findByRole("button", { name: /^Phenotype: ?Type 2 diabetes/ })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /^Study/, expanded: false }));
  expect(await screen.findByText(/What there is could not be read/)).toBeTruthy();
});

test("a row opens to its files", async () => {
  const set = file("cs", { kind: "cs", name: "95 %", path: "/api/cs/xyz" });
  const check = { status: "warned" } as never;
  const { router } = openList([t2d], {
    "GET /api/datasets/d1/files": { items: [file("t2d", { check, version: 2 }), set] },
  });
  const toggle = await screen.findByRole("button", { name: "Files of T2D in Lakeland" });
  await userEvent.click(toggle);
  const files = within(await screen.findByRole("table", { name: "Files of T2D in Lakeland" }));
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  expect(files.getByText("Data, version 2")).toBeTruthy();
  expect(files.getByText("Credible set: 95 %")).toBeTruthy();
  expect(files.getByText("Passed with warnings")).toBeTruthy();
  expect(files.getByRole("link", { name: "Download t2d.tsv.gz" }).getAttribute("href")).toBe(
    "/api/datasets/d1/files/t2d",
  );
  await userEvent.click(files.getByRole("button", { name: "Copy link t2d.tsv.gz" }));
  expect(await files.findByText("Copied")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe("http://localhost:3000/api/d/abc123");
  expect(router.state.location.search).toEqual({ open: ["d1"] });
  expect(await accessFaults()).toEqual([]);
});

test("files that cannot be read can be asked for again", async () => {
  let up = false;
  const answer = () => (up ? { items: [] } : refused(500, "The disk did not answer."));
  openList([t2d], { "GET /api/datasets/d1/files": answer }, '/datasets?open=["d1"]');
  const again = await screen.findByRole("button", { name: "Try again" }, { timeout: 5000 });
  up = true;
  await userEvent.click(again);
  const add = await screen.findByRole("link", { name: "Add files" });
  expect(add.getAttribute("href")).toBe("/datasets/d1?edit=true");
});

test("what one may not do is not offered", async () => {
  openList([theirs]);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Kidney GWAS" }));
  const items = await screen.findAllByRole("menuitem", { hidden });
  expect(items.map((item) => item.textContent)).toEqual(["Open", "Clone…"]);
});

test("deleting asks, goes to the bin and can be taken back", async () => {
  const gone = new Response(null, { status: 204 });
  const { writes } = openList([t2d], {
    "DELETE /api/datasets/d1": () => gone,
    "POST /api/datasets/d1/restore": { ...t2d, phenotypes: [] },
  });
  await act("T2D in Lakeland", /Delete/);
  const question = await dialog("Delete T2D in Lakeland?");
  expect(question.getByText(/with its 2 files for 30 days/)).toBeTruthy();
  await userEvent.click(question.getByRole("button", { name: "Delete data set", hidden }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo", hidden }));
  expect(await screen.findByText("T2D in Lakeland is back.")).toBeTruthy();
  expect(writes().map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    "DELETE /api/datasets/d1",
    "POST /api/datasets/d1/restore",
  ]);
});

test("in the bin: restore, or delete for ever", async () => {
  const can = { ...others, delete: true, restore: true };
  const binned = row("d3", { name: "Old set", can, deleted_at: "2026-11-10T12:00:00Z" });
  const { writes, asked } = openList(
    [binned],
    { "DELETE /api/datasets/d3": () => new Response(null, { status: 204 }) },
    "/datasets?scope=bin",
  );
  expect(await screen.findByText("11/10/2026")).toBeTruthy();
  expect(queryOf(asked).get("bin")).toBe("true");
  await act("Old set", /Delete for ever/);
  const question = await dialog("Delete Old set for ever?");
  await userEvent.click(question.getByRole("button", { name: "Delete for ever", hidden }));
  expect(await screen.findByText("Old set is gone.")).toBeTruthy();
  expect(new URL(writes()[0]?.url ?? "").search).toBe("?forever=true");
});

test("a clone asks for a name; one that is taken is said at the field", async () => {
  const { writes, router } = openList([theirs], {
    "POST /api/datasets/d2/clone": async (request) => {
      const { name } = await request.json();
      if (name !== "Kidney again")
        return refused(409, "Taken.", [{ field: "name", message: "There is one of this name." }], "name_taken");
      return { ...theirs, id: "d9", name, phenotypes: [] };
    },
  });
  await act("Kidney GWAS", /Clone/);
  const form = await dialog("Clone Kidney GWAS");
  const name = form.getByLabelText(/Name of the copy/);
  expect((name as HTMLInputElement).value).toBe("Kidney GWAS (copy)");
  await userEvent.click(form.getByRole("button", { name: "Clone", hidden }));
  expect(await form.findByText("There is one of this name.")).toBeTruthy();
  await userEvent.clear(name);
  await userEvent.click(form.getByRole("button", { name: "Clone", hidden }));
  expect(await form.findByText("Give the copy a name.")).toBeTruthy();
  await userEvent.type(name, "Kidney again");
  await userEvent.click(form.getByRole("button", { name: "Clone", hidden }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/datasets/d9"));
  expect(router.state.location.search).toEqual({ edit: true });
  expect(writes()).toHaveLength(2);
});

test("columns are remembered for the account, and the address wins", async () => {
  const first = openList([t2d]);
  expect(await screen.findByRole("columnheader", { name: /^Study/ })).toBeTruthy();
  expect(screen.queryByRole("columnheader", { name: "Owner" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Owner", hidden }));
  expect(await screen.findByRole("columnheader", { name: "Owner" })).toBeTruthy();
  first.unmount();
  const second = openList([t2d]);
  expect(await screen.findByRole("columnheader", { name: "Owner" })).toBeTruthy();
  second.unmount();
  openList([t2d], {}, '/datasets?hide=["owner","n"]');
  expect(await screen.findByRole("columnheader", { name: "Sex" })).toBeTruthy();
  expect(screen.queryByRole("columnheader", { name: "Owner" })).toBeNull();
});

test("a view is saved, applied and deleted", async () => {
  let views = [{ name: "Wide", search: '?sort=name&sex=["male"]&hide=["none"]' }];
  const { router, writes } = openList(
    [t2d],
    {
      "GET /api/dataset-views": () => ({ items: views }),
      "PUT /api/dataset-views/Kidneys": async (request) => {
        const view = { name: "Kidneys", search: (await request.json()).search };
        views = [...views, view];
        return view;
      },
      "DELETE /api/dataset-views/Wide": () => {
        views = views.slice(1);
        return new Response(null, { status: 204 });
      },
    },
    "/datasets?q=kidney&scope=mine",
  );
  const menu = async (item: string) => {
    await userEvent.click(await screen.findByRole("button", { name: "Saved views" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: item, hidden }));
  };
  await menu("Save this view…");
  const form = await dialog("Save this view");
  await userEvent.type(form.getByLabelText(/^Name/), "Kidneys");
  await userEvent.click(form.getByRole("button", { name: "Save view", hidden }));
  expect(await screen.findByText("The view Kidneys was saved.")).toBeTruthy();
  expect(await writes()[0]?.json()).toEqual({ search: expect.stringMatching(/^\?q=kidney&scope=mine&hide=.*owner/) });

  await menu("Wide");
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: "name", sex: ["male"], hide: ["none"] }));
  expect(await screen.findByRole("columnheader", { name: "Owner" })).toBeTruthy();

  await menu("Delete views…");
  const manage = await dialog("Your saved views");
  await userEvent.click(manage.getByRole("button", { name: "Delete the view Wide", hidden }));
  await waitFor(() => expect(manage.queryByText("Wide")).toBeNull());
});

test("exports are links with the filters, without the page", async () => {
  openList([t2d], {}, '/datasets?q=kidney&ancestry=["EU","EA"]&after=["c1"]');
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  const csv = await screen.findByRole("menuitem", { name: /CSV/, hidden });
  expect(csv.getAttribute("href")).toBe("/api/datasets.csv?q=kidney&ancestry=EA&ancestry=EU&sort=-updated_at");
});

test.each([
  ["nothing at all", "/datasets", "No data sets yet", "Register a data set"],
  ["nothing of mine", "/datasets?scope=mine", "You have not registered a data set", "Import from a sheet"],
  ["nothing shared", "/datasets?scope=shared", "Nothing is shared with you", undefined],
  ["nothing public", "/datasets?scope=public", "No data set is public", undefined],
  ["an empty bin", "/datasets?scope=bin", "The bin is empty", undefined],
])("%s", async (_case, address, title, action) => {
  openList([], {}, address);
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  if (action) expect(screen.getByRole("link", { name: action })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  expect(await accessFaults()).toEqual([]);
});

test("nothing matches: the filters can be cleared", async () => {
  const { router } = openList([], {}, "/datasets?q=xyz&scope=mine");
  await userEvent.click(await screen.findByRole("button", { name: "Clear search and filters" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ scope: "mine" }));
});

test("a list that cannot be read says so and asks again", async () => {
  let up = false;
  openList([], {
    "GET /api/datasets": () => (up ? { items: [t2d], total: 1 } : refused(500, "The database did not answer.")),
  });
  expect(await screen.findByText(/The database did not answer/, {}, { timeout: 5000 })).toBeTruthy();
  up = true;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "T2D in Lakeland" })).toBeTruthy();
});

test("an account without a role in the registry is told so, and nothing of it is asked for", async () => {
  const member = person({ groups: ["hermes", "sgc"], areas: ["hermes", "sgc"] });
  const { asked } = renderApp("/datasets", { "GET /api/is-logged-in": member });
  expect(await screen.findByRole("heading", { name: "403 Forbidden" })).toBeTruthy();
  expect(screen.getByText(/Your account has no role in the registry/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Register a data set" })).toBeNull();
  expect(asked.filter(({ url }) => new URL(url).pathname.startsWith("/api/dataset"))).toEqual([]);
});
