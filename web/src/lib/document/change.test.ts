import { describe, expect, test } from "vitest";
import {
  addColumn,
  addTo,
  breaksOf,
  copyIn,
  moveIn,
  removeColumn,
  removeFrom,
  removeStep,
  renameColumn,
  replaceIn,
  setFormats,
  setTip,
  settleTypes,
  switchStep,
  takeColumn,
  titleFault,
} from "./change";
import { documentSchema, type PageDocument } from "./document";
import { freshId, idOf } from "./ids";
import { references } from "./references";

const page: PageDocument = {
  version: 1,
  title: "",
  about: "",
  columns: ["chr", "pos", "p", "gene"].map((id) => ({
    id,
    source: id.toUpperCase(),
    title: id,
    type: "text" as const,
  })),
  steps: [
    { id: "s1", type: "to_number", input: "p", decimal: ".", output: { id: "p", title: "p" } },
    { id: "s2", type: "expression", expression: "neglog10(p) + length(gene)", output: { id: "score", title: "Score" } },
    {
      id: "s3",
      type: "join",
      inputs: ["chr", "pos"],
      by: [":"],
      missing: "missing",
      output: { id: "locus", title: "Locus" },
    },
  ],
  formats: {
    p: [{ type: "scientific", digits: 2 }],
    gene: [{ type: "link", to: "https://x.example/{value}?p={p}", new_tab: true, as: "text" }],
  },
  tips: { p: "P" },
  table: { columns: ["gene", "p", "score"], sort: { column: "p", descending: false }, rows: 20 },
  groups: [{ id: "g", title: "G", columns: ["p"] }],
  locus: "locus",
  star: "gene",
  filters: [{ id: "f", type: "at_most", column: "p", label: "P at most", name_in_chip: true }],
  plots: [
    {
      id: "m",
      type: "manhattan",
      title: "M",
      place: { chromosome: "chr", position: "pos" },
      y: { column: "p", is: "p", label: "" },
      thresholds: [],
      hover: ["gene", "p"],
    },
    {
      id: "forest",
      type: "forest",
      title: "F",
      name: "gene",
      estimate: { column: "score", label: "" },
      interval: { low: "p", high: "pos" },
      scale: "linear",
    },
  ],
  layout: "tabs",
};

test("the page of these tests is a document", () => expect(documentSchema.safeParse(page).error).toBeUndefined());

test("every place that names a column is found", () => {
  const places = references(page).map(({ path, id }) => `${path.join("/")} ${id}`);
  expect(places.filter((place) => place.endsWith(" p")).sort()).toEqual(
    [
      "steps/0/input p",
      "steps/1/expression p",
      "formats/gene/0/to p",
      "formats/p p",
      "tips/p p",
      "table/columns/1 p",
      "table/sort/column p",
      "groups/0/columns/0 p",
      "filters/0/column p",
      "plots/0/hover/1 p",
      "plots/0/y/column p",
      "plots/1/interval/low p",
    ].sort(),
  );
});

test("a renamed column keeps its id, wherever it is made, and what did not change is shared", () => {
  const renamed = renameColumn(page, "p", "P value");
  expect([renamed.columns[2]?.title, renamed.steps[0]]).toEqual([
    "P value",
    { ...page.steps[0], output: { id: "p", title: "P value" } },
  ]);
  expect(references(renamed)).toEqual(references(page));
  expect(renamed.plots).toBe(page.plots);
  expect(renamed.steps[1]).toBe(page.steps[1]);
  expect(renameColumn(page, "p", "p")).toBe(page);
  expect([titleFault(page, "p", "p"), titleFault(page, "p", "gene"), titleFault(page, "p", " ")]).toEqual([
    undefined,
    "Another column is called “gene” already.",
    "A column needs a name.",
  ]);
});

describe("removing", () => {
  test("a column tells what it breaks, and takes its places in lists along", () => {
    const broken = breaksOf(page, ["p"]).map(({ what, name }) => [what, name]);
    expect(broken).toEqual([
      ["step", "p"],
      ["step", "Score"],
      ["link", "gene"],
      ["filter", "P at most"],
      ["plot", "M"],
      ["plot", "F"],
    ]);
    const withoutStep = removeStep(page, "s1");
    expect(withoutStep.breaks).toEqual([]); // the table still has the column
    const { document, breaks } = removeColumn(withoutStep.document, "p");
    expect(breaks.map(({ name }) => name)).toEqual(["Score", "gene", "P at most", "M", "F"]);
    expect(document.table).toEqual({ columns: ["gene", "score"], rows: 20 });
    expect([document.formats, document.tips, document.groups, document.plots[0]?.hover]).toEqual([
      { gene: page.formats.gene },
      {},
      [],
      ["gene"],
    ]);
    expect(documentSchema.safeParse(document).error).toBeUndefined();
  });

  test("a step takes along what it alone makes", () => {
    const { document, breaks } = removeStep(page, "s3");
    expect(breaks).toEqual([]);
    expect([document.steps.length, document.locus, document.star]).toEqual([2, undefined, "gene"]);
    expect(removeStep(page, "nothing").document).toBe(page);
  });
});

test("lists are changed by id", () => {
  const filter = page.filters[0] as PageDocument["filters"][number];
  const two = addTo(page, "filters", { ...filter, id: "g" }, 0);
  expect(two.filters.map(({ id }) => id)).toEqual(["g", "f"]);
  expect(moveIn(two, "filters", "g", 1).filters.map(({ id }) => id)).toEqual(["f", "g"]);
  expect(moveIn(two, "filters", "g", -3)).toBe(two);
  expect(removeFrom(two, "filters", "g").filters).toEqual(page.filters);
  expect(removeFrom(page, "plots", "nothing")).toBe(page);
  expect(replaceIn(page, "filters", { ...filter, label: "Q" }).filters[0]?.label).toBe("Q");
  expect(replaceIn(page, "filters", filter)).toBe(page);
  const copied = copyIn(page, "steps", "s3");
  expect(copied.steps[3]).toMatchObject({ id: "s3_2", output: { id: "locus_2", title: "Locus 2" } });
  expect(copied.table.columns).toEqual(["gene", "p", "score", "locus_2"]);
  expect(switchStep(page, "s1", false).steps[0]).toEqual({ ...page.steps[0], off: true });
  expect(switchStep(switchStep(page, "s1", false), "s1", true)).toEqual(page);
  expect(switchStep(page, "s1", true)).toBe(page);
  expect(addColumn(page, { id: "new", source: "N", title: "N", type: "list" }).table.columns).toContain("new");
  expect(addColumn(page, { id: "new", source: "N", title: "gene", type: "list" }).columns[4]?.title).toBe("gene 2");
  expect(setFormats(page, "p", []).formats).toEqual({ gene: page.formats.gene });
  expect(setTip(page, "p", " ").tips).toEqual({});
});

test("a second step of one kind makes a column by another title, one in place of its input by the same", () => {
  const step = (id: string, output: { id: string; title: string }) =>
    ({ id, type: "to_text", input: "p", output }) as PageDocument["steps"][number];
  const added = (id: string, title: string) =>
    addTo(page, "steps", step("s9", { id, title })).steps.at(-1) as { output?: { title: string } };
  expect(added("new", "Locus").output?.title).toBe("Locus 2");
  expect(added("new", "Place").output?.title).toBe("Place");
  expect(added("p", "p").output?.title).toBe("p");
});

test.each<[string, string]>([
  ["P value", "p_value"],
  ["−log10 P", "log10_p"],
  ["2nd", "column_2nd"],
  ["Größe", "gro_e"],
  ["β", "column"],
  ["true", "column_true"],
])("the id of %s", (name, id) => expect(idOf(name)).toBe(id));

test("ids are made unique", () => expect(freshId("P value", ["p_value", "p_value_2"])).toBe("p_value_3"));

test("columns are taken for what the table turned out to hold, and for nothing where it has none", () => {
  const columns = [
    { id: "pos", source: "POS", type: "number" as const },
    { id: "gene", source: "GENE", type: "text" as const },
  ];
  const types = settleTypes(page, { columns }).columns.map(({ type }) => type);
  expect(types).toEqual(["text", "number", "text", "text"]);
  expect(settleTypes(page, { columns: columns.slice(1) })).toBe(page);
});

test("a column that takes the place of another brings its type, and its meaning where none was said", () => {
  const there = { id: "bp", source: "BP", type: "number" as const, role: "position" as const };
  const taken = takeColumn(page, "pos", there);
  expect(taken.columns[1]).toEqual({ id: "pos", source: "BP", title: "pos", type: "number", role: "position" });
  const again = takeColumn(taken, "pos", { id: "x", source: "X", type: "text", role: "rsid" });
  expect(again.columns[1]).toMatchObject({ source: "X", type: "text", role: "position" });
  expect(takeColumn(page, "absent", there)).toBe(page);
});

describe("a filter that is called as its column", () => {
  const filter = { id: "f", type: "contains" as const, column: "score", label: "Score", name_in_chip: true };
  const withFilter = (label: string) => ({ ...page, filters: [{ ...filter, label }] });
  const labelOf = (document: PageDocument) => document.filters[0]?.label;

  test("is called as another one when it is about that", () => {
    const moved = (label: string) =>
      labelOf(replaceIn(withFilter(label), "filters", { ...filter, label, column: "gene" }));
    expect(moved("Score")).toBe("gene");
    expect(moved("How good")).toBe("How good");
    const typed = replaceIn(withFilter("Score"), "filters", { ...filter, label: "gene" });
    expect(typed.filters[0]).toMatchObject({ column: "score", label: "gene" });
  });

  test("follows the name of the column, whether that is given here or at the step that makes it", () => {
    const step = { ...page.steps[1], output: { id: "score", title: "Support" } } as PageDocument["steps"][number];
    for (const [label, then] of [
      ["Score", "Support"],
      ["How good", "How good"],
    ] as const) {
      expect(labelOf(renameColumn(withFilter(label), "score", "Support"))).toBe(then);
      expect(labelOf(replaceIn(withFilter(label), "steps", step))).toBe(then);
    }
  });
});
