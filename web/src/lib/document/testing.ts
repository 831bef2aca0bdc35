/** Documents for tests: whatever the schema allows, of every kind of step, format, filter and plot. */
import fc from "fast-check";
import { z } from "zod/mini";
import { documentSchema, type PageDocument } from "./document";

type Schema = z.core.JSONSchema.BaseSchema;

/** Few ids, so that things name each other; also one that nothing makes. */
const id = fc.constantFrom("n", "m", "t", "u", "made", "gone");
const words = fc.constantFrom("a", "P value", "n + m", "{value}", ":", "Ä b", "1", "https://x.example/{t}");
/** Lists are kept short: three are as good as five hundred. */
const most = 3;

function valuesOf(schema: Schema, defs: Record<string, Schema>): fc.Arbitrary<unknown> {
  const of = (one: unknown) => valuesOf(one as Schema, defs);
  const { $ref, ...more } = schema;
  // Properties next to a reference also apply.
  if ($ref !== undefined) return of({ ...defs[$ref.replace("#/$defs/", "")], ...more });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const kinds = schema.oneOf ?? schema.anyOf;
  if (kinds) return fc.oneof(...kinds.map(of));
  switch (schema.type) {
    case "string":
      if (schema.pattern !== undefined) return id;
      return (schema.minLength ?? 0) > 0 ? words : fc.oneof(fc.constant(""), words);
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 });
    case "boolean":
      return fc.boolean();
    case "array": {
      const minLength = schema.minItems ?? 0;
      return fc.array(of(schema.items), { minLength, maxLength: Math.max(minLength, most) });
    }
    case "object":
      return objectOf(schema, of);
    default:
      throw new Error(`The schema has what tests do not make: ${JSON.stringify(schema)}`);
  }
}

function objectOf(schema: Schema, of: (one: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (schema.properties === undefined) {
    return fc.dictionary(id, of(schema.additionalProperties), { maxKeys: most, noNullPrototype: true });
  }
  const parts = Object.entries(schema.properties).map(([key, one]) => [key, of(one)] as const);
  return fc.record(Object.fromEntries(parts), { requiredKeys: schema.required ?? [], noNullPrototype: true });
}

const schema = z.toJSONSchema(documentSchema, { reused: "ref" });

const byIds = <T extends { id: string }>(items: readonly T[], prefix: string): T[] =>
  items.map((item, at) => ({ ...item, id: `${prefix}${at}` }));

/** Ids are unique within a list, as in the builder. */
export const anyDocument: fc.Arbitrary<PageDocument> = valuesOf(schema, schema.$defs ?? {}).map((value) => {
  const page = value as PageDocument;
  return {
    ...page,
    columns: page.columns.filter(({ id }, at) => page.columns.findIndex((other) => other.id === id) === at),
    steps: byIds(page.steps, "s"),
    filters: byIds(page.filters, "f"),
    groups: byIds(page.groups, "g"),
    plots: byIds(page.plots, "p"),
  };
});
