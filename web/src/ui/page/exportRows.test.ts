import { expect, test, vi } from "vitest";
import { firstState } from "@/lib/document/pageState";
import { saveParts } from "@/lib/text/csv";
import { type ExportKind, exportRows } from "./exportRows";
import { titlesOf } from "./page";
import { memoryDocument, memoryEngine, memoryInfo } from "./testing";

vi.mock("@/lib/text/csv", async (original) => ({ ...(await original<object>()), saveParts: vi.fn() }));

const table = { gene: ["TTN", "BAG3", null], p: [0.002230600000027148, 0.1 + 0.2, 1.234567890123e-20] };
const document = memoryDocument(table);

async function exported(kind: ExportKind): Promise<string> {
  const info = memoryInfo(table);
  const page = {
    document,
    table: info,
    engine: memoryEngine(table, document),
    state: firstState(document),
    onState: () => undefined,
  };
  await exportRows(page, titlesOf(document, info), kind, () => undefined, new AbortController().signal);
  return (vi.mocked(saveParts).mock.lastCall?.[1] ?? []).join("");
}

/** What arithmetic leaves behind the digits is no number that the page shows; all other digits are kept. */
test.each<[ExportKind, string]>([
  ["csv", "GENE,P\r\nTTN,0.0022306\r\nBAG3,0.3\r\n,1.234567890123e-20\r\n"],
  ["tsv", "GENE\tP\nTTN\t0.0022306\nBAG3\t0.3\n\t1.234567890123e-20\n"],
  ["jsonl", '{"GENE":"TTN","P":0.0022306}\n{"GENE":"BAG3","P":0.3}\n{"GENE":null,"P":1.234567890123e-20}\n'],
])("the rows as %s have every digit and no noise", async (kind, text) => {
  expect(await exported(kind)).toBe(text);
});
