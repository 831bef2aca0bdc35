import { expect, test } from "vitest";
import { z } from "zod/mini";
import { documentSchema } from "./document";

/** `npx vitest run src/lib/document/schema.test.ts -u` writes it. */
test("the server checks with the schema that is written from the document's one definition", async () => {
  const schema = { ...z.toJSONSchema(documentSchema, { reused: "ref" }), title: "Document of a page" };
  await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(
    "../../../../internal/area/page/document.schema.json",
  );
});
