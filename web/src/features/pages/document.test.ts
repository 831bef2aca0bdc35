import { expect, test } from "vitest";
import { blankDocument } from "@/lib/document/start";
import { readDocument } from "./document";

const plain = blankDocument({ columns: [{ id: "p", source: "P", type: "number" }] });

test("a draft with faults opens as it is", () => {
  const faulty = { ...plain, columns: [{ id: "p", source: "P", title: "", type: "number" }] };
  expect(readDocument(faulty)).toEqual({ document: faulty });
});

test("a document of a newer version, and one that lacks its parts, are refused with a reason", () => {
  for (const value of [{ ...plain, version: 2 }, { version: 1 }, [], "x", { ...plain, plots: undefined }]) {
    expect(readDocument(value)).toEqual({ refused: expect.stringMatching(/\S\.$/) });
  }
});
