import fc from "fast-check";
import { expect, test } from "vitest";
import { copyIn, moveIn, removeColumn, removeFrom, removeStep, renameColumn, switchStep } from "./change";
import { documentSchema, type PageDocument } from "./document";
import { exportLegacy, importLegacy } from "./legacy";
import { migrate } from "./migrate";
import type { TableInfo } from "./table";
import { anyDocument } from "./testing";

const runs = { numRuns: 200 };

test("generated documents have every kind of step, format, filter and plot", () => {
  const pages = fc.sample(anyDocument, { numRuns: 500, seed: 1 });
  const kinds = (of: (page: PageDocument) => { type: string }[]) => new Set(pages.flatMap(of).map(({ type }) => type));
  expect(kinds(({ steps }) => steps).size).toBe(14);
  expect(kinds(({ formats }) => Object.values(formats).flat()).size).toBe(10);
  expect(kinds(({ filters }) => filters).size).toBe(11);
  expect(kinds(({ plots }) => plots).size).toBe(12);
  const some = (has: (page: PageDocument) => unknown) => expect(pages.some(has)).toBe(true);
  some(({ locus }) => locus);
  some(({ star }) => star);
  some(({ comparison }) => comparison);
  some(({ groups }) => groups.length > 0);
  some(({ steps }) => steps.some(({ off }) => off));
});

test("any document, written and read again, is itself", () => {
  fc.assert(
    fc.property(anyDocument, (page) => {
      expect(migrate(JSON.parse(`${JSON.stringify(page, null, 2)}\n`))).toEqual({ document: page });
    }),
    runs,
  );
});

const changes: ((page: PageDocument) => PageDocument)[] = [
  (page) => removeColumn(page, "n").document,
  (page) => removeStep(page, "s0").document,
  (page) => removeFrom(page, "plots", "p0"),
  (page) => removeFrom(page, "filters", "f0"),
  (page) => moveIn(page, "steps", "s0", 1),
  (page) => moveIn(page, "plots", "p1", 0),
  (page) => copyIn(page, "plots", "p0"),
  (page) => copyIn(page, "steps", "s1"),
  (page) => copyIn(page, "filters", "f1"),
  (page) => renameColumn(page, "m", "Renamed"),
  (page) => switchStep(page, "s0", false),
  (page) => switchStep(page, "s1", true),
];

test("any changes leave what was there before as it was, and make documents", () => {
  fc.assert(
    fc.property(anyDocument, fc.array(fc.constantFrom(...changes), { maxLength: 10 }), (first, made) => {
      const states = [first];
      const kept = [JSON.stringify(first)];
      for (const change of made) {
        const next = change(states.at(-1) as PageDocument);
        expect(documentSchema.safeParse(next).error).toBeUndefined();
        states.push(next);
        kept.push(JSON.stringify(next));
      }
      // Undo takes back whole documents: none may have been written into.
      expect(states.map((state) => JSON.stringify(state))).toEqual(kept);
    }),
    runs,
  );
});

const table: TableInfo = {
  columns: [
    { id: "n", source: "n", type: "number" },
    { id: "t", source: "t", type: "text" },
  ],
};

test("any document can be said to older programs, and filters and plots come back unless a user is told", () => {
  fc.assert(
    fc.property(anyDocument, (page) => {
      const { texts, notes } = exportLegacy(page);
      const read = importLegacy(Object.values(texts), table);
      expect(documentSchema.safeParse(read.document).error).toBeUndefined();
      const lost = (part: string) => [...notes, ...read.notes].some((note) => note.part === part);
      const labels = ({ filters }: PageDocument) => filters.filter(({ hidden }) => !hidden).map(({ label }) => label);
      if (!lost("filter")) expect(labels(read.document)).toEqual(labels(page));
      const kinds = ({ plots }: PageDocument) => plots.map(({ type, title }) => [type, title]);
      if (!lost("plot") && page.plots.every(({ title }) => title !== ""))
        expect(kinds(read.document)).toEqual(kinds(page));
    }),
    runs,
  );
});

test("a hidden range is said as one, and a hidden choice as values that are searched", () => {
  const page: PageDocument = {
    ...importLegacy([], table).document,
    filters: [
      {
        id: "a",
        column: "n",
        label: "N",
        name_in_chip: false,
        hidden: true,
        type: "slider",
        preset: { low: 0, high: 2 },
      },
      { id: "b", column: "t", label: "T", name_in_chip: false, hidden: true, type: "choice", preset: ["x", "y"] },
    ],
  };
  const { texts, notes } = exportLegacy(page);
  expect(JSON.parse(texts.table)["pre filters"]).toEqual([
    { field: "n", type: "search and", value: "0,2" },
    { field: "t", type: "search", values: ["x", "y"] },
  ]);
  expect(notes).toEqual([]);
  const read = importLegacy(Object.values(texts), table).document.filters;
  expect(read.map(({ type, preset }) => [type, preset])).toEqual([
    ["between", { low: 0, high: 2 }],
    ["exact", ["x", "y"]],
  ]);
});
