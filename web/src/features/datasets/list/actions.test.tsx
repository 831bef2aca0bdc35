import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { refused } from "@/test-app";
import { dialog, hidden, openList, others, queryOf, row, t2d, theirs } from "./testing";

async function act(name: string, action: RegExp) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action, hidden }));
}

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
  expect(await screen.findByText("10 Nov 2026")).toBeTruthy();
  expect(queryOf(asked).get("bin")).toBe("true");
  await act("Old set", /Delete permanently/);
  const question = await dialog("Delete Old set permanently?");
  await userEvent.click(question.getByRole("button", { name: "Delete permanently", hidden }));
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
  expect(await form.findByText("Enter a name for the copy.")).toBeTruthy();
  await userEvent.type(name, "Kidney again");
  await userEvent.click(form.getByRole("button", { name: "Clone", hidden }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/datasets/d9"));
  expect(router.state.location.search).toEqual({ edit: true });
  expect(writes()).toHaveLength(2);
});
