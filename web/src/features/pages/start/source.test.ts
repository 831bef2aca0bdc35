import { expect, test } from "vitest";
import type { TableSource } from "@/api/pages/tables";
import { foundAt, fromOf, sourceOf } from "./source";

test.each<TableSource>([
  { kind: "upload", id: "u1" },
  { kind: "dataset_file", id: "d1", file_id: "f1" },
  { kind: "hermes_upload", id: "h1" },
  { kind: "meta_analysis", id: "m1" },
  { kind: "index", id: "i1" },
  { kind: "url", url: "https://a.org:8080/x?y=1:2" },
])("%j goes through the address", (source) => expect(sourceOf(fromOf(source))).toEqual(source));

test.each([undefined, "", "dataset_file:d1", "text:x", "upload", "nothing:1"])("%j is no source", (from) =>
  expect(sourceOf(from)).toBeUndefined(),
);

test.each([
  ["/datasets/d1", { dataset: "d1" }],
  ["/hermes/qc/q1", { source: { kind: "hermes_upload", id: "q1" } }],
  ["/hermes/ma/m1?x=1", { source: { kind: "meta_analysis", id: "m1" } }],
  ["/minibioindex/i1", { source: { kind: "index", id: "i1" } }],
  ["/datasets/new", undefined],
  ["/hermes/ma/new", undefined],
  ["/hermes/ma/compare", undefined],
  ["/datasets?study=s1", undefined],
  ["/admin/users", undefined],
])("a hit at %s", (address, found) => expect(foundAt(address)).toEqual(found));
