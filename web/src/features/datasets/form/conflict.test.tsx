import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Dataset } from "@/api/datasets/datasets";
import { dataset } from "../page/testing";
import { button, open, type } from "./testing";

describe("two editors", () => {
  const held = dataset();
  const theirs = dataset({ version: 5, updated_by: "bo", description: "Theirs", license: "CC BY 4.0" });

  function conflict(current: Dataset): Response {
    const body = { detail: "Another user changed it.", code: "changed", fields: [], request_id: "req-1", current };
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
    expect(chosen("Licence: theirs, CC BY 4.0")).toBe(true);
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
