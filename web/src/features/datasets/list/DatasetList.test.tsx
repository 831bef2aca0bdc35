import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { dialog, file, hidden, openList, queryOf, t2d, theirs } from "./testing";

test("rows in words, what stands behind them in the address", async () => {
  const { router, asked } = openList([t2d, theirs]);
  const link = await screen.findByRole("link", { name: "T2D in Lakeland" });
  expect(link.getAttribute("href")).toBe("/datasets/d1");
  expect(screen.getByText("2 data sets you can see.")).toBeTruthy();
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
  expect(await screen.findByText(/The choices could not be loaded/)).toBeTruthy();
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
