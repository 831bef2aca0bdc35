/** A whole column of texts under common codes. It is made once, as plots ask for it whenever a filter is moved. */
import { missingCode } from "./cell";
import { asTexts, type Chunk } from "./chunk";
import { Dictionary } from "./dictionary";
import type { PlannedColumn } from "./plan";
import { packed, type WholeTexts } from "./texts";
import type { Turn } from "./turn";

export async function wholeTexts(turn: Turn, column: PlannedColumn): Promise<WholeTexts> {
  const known = turn.store.whole.get(column.key);
  if (known) return known;
  const common = new Dictionary();
  const codes = new Uint32Array(turn.rows);
  await turn.eachGroup([column], ([chunk], { start, rows }) => {
    const { codes: own, texts } = asTexts(chunk as Chunk);
    const shared = common.codes(texts);
    for (let row = 0; row < rows; row += 1) codes[start + row] = shared[own[row] as number] ?? missingCode;
  });
  const made = { codes, ...packed(common.texts) };
  turn.store.whole.set(column.key, made, codes.byteLength + made.ends.byteLength + 2 * made.joined.length);
  return made;
}
