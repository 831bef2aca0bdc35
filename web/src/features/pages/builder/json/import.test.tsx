import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Table } from "@/api/pages/tables";
import { accessFaults } from "@/test-axe";
import { memoryInfo } from "@/ui/page/testing";
import { document, show } from "../head/testing";
import { ImportExport } from "./ImportExport";
import { LegacyDialog } from "./LegacyDialog";

const table = memoryInfo({ gene: ["TTN"], p: [0.01] }) as Table;

function bring(text: string, name = "page.json") {
  const onDocument = vi.fn();
  show(<ImportExport document={document} table={table} onDocument={onDocument} />);
  const input = window.document.querySelector("input[type=file]") as HTMLInputElement;
  return { onDocument, done: userEvent.upload(input, new File([text], name, { type: "application/json" })) };
}

test("an exported document is JSON, and comes in as it went out", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob);
    return "blob:saved";
  });
  const onDocument = vi.fn();
  show(<ImportExport document={document} table={table} onDocument={onDocument} />);
  await userEvent.click(screen.getByRole("button", { name: "Export the document" }));
  const text = (await saved[0]?.text()) ?? "";
  expect(JSON.parse(text)).toEqual(document);
  await userEvent.upload(
    window.document.querySelector("input[type=file]") as HTMLInputElement,
    new File([text], "page.json", { type: "application/json" }),
  );
  await waitFor(() => expect(onDocument).toHaveBeenCalledWith(document));
});

test.each([
  ["no.json", '{"version": 1,', /Line 1: A name in quotes is missing here/],
  ["newer.json", JSON.stringify({ ...document, version: 9 }), /is of version 9. This server reads up to 1/],
  ["other.json", '{"version": 1, "title": 5}', /Line 1: \/title has to be a text\./],
])("a document is refused with the place and the reason: %s", async (name, text, words) => {
  const { onDocument, done } = bring(text, name);
  await done;
  expect(await screen.findByText(`${name} was not imported`)).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
  expect(onDocument).not.toHaveBeenCalled();
});

test("texts of older builders become the page, and what is not carried over is said", async () => {
  const onDocument = vi.fn();
  show(<LegacyDialog document={document} table={table} onDocument={onDocument} onClose={vi.fn()} />);
  const box = await screen.findByRole("textbox", { name: "Filters" });
  expect(screen.getByRole("button", { name: "Import the texts" }).hasAttribute("disabled")).toBe(true);
  const filters = [
    { field: "p", label: "P at most", type: "search less than" },
    { field: "p", label: "Odd", type: "a wheel" },
    { field: "lost", label: "Lost", type: "dropdown" },
  ];
  await userEvent.click(box);
  await userEvent.paste(JSON.stringify(filters));
  expect(await screen.findByText("Not carried over into the page: 1 part")).toBeTruthy();
  expect(screen.getByText("Kept, to correct in the page: 1 part")).toBeTruthy();
  expect(screen.getByText("The filter “Lost” names “lost”, which the table does not have.")).toBeTruthy();
  expect(await accessFaults(window.document.body)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Import the texts" }));
  const [made] = onDocument.mock.calls[0] as [typeof document];
  expect(made.title).toBe("Heart failure");
  expect(made.filters.map(({ type, column }) => [type, column])).toEqual([
    ["at_most", "p"],
    ["choice", "lost"],
  ]);
  expect(made.columns.at(-1)).toMatchObject({ id: "lost", source: "lost" });
});

test("a text that cannot be read says where, at its box, and nothing is imported until it is mended", async () => {
  show(<LegacyDialog document={document} table={table} onDocument={vi.fn()} onClose={vi.fn()} />);
  await userEvent.click(await screen.findByRole("textbox", { name: "Filters" }));
  await userEvent.paste('[{"field": "p",\n"type": }]');
  const box = screen.getByRole("textbox", { name: "Filters" });
  expect(box.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Line 2, column 9: A value is missing here.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Import the texts" }).hasAttribute("disabled")).toBe(true);
});

test("what cannot be copied is said, and can be saved as a file", async () => {
  show(<LegacyDialog document={document} table={table} onDocument={vi.fn()} onClose={vi.fn()} />);
  const copy = await screen.findByRole("button", { name: "Copy this page Plot" });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  await userEvent.click(copy);
  expect(await screen.findByRole("button", { name: /^Not copied/ })).toBeTruthy();
  const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await userEvent.click(screen.getByRole("button", { name: "Save it as a file Plot" }));
  expect(save).toHaveBeenCalledOnce();
});
