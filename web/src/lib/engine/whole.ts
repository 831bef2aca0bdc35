/**
 * A whole column of texts: those of its groups, concatenated, so that a text in two groups occurs
 * twice. It is computed once, because plots need it whenever a filter moves.
 */
import { missingCode } from "./cell";
import { asTexts, type Chunk } from "./chunk";
import type { PlannedColumn } from "./plan";
import { packed, type WholeTexts } from "./texts";
import type { Turn } from "./turn";

export async function wholeTexts(turn: Turn, column: PlannedColumn): Promise<WholeTexts> {
  const known = turn.store.whole.get(column.key);
  if (known) return known;
  const texts: string[] = [];
  const codes = new Uint32Array(turn.rows);
  await turn.eachGroup([column], ([chunk], { start, rows }) => {
    const { codes: own, texts: more } = asTexts(chunk as Chunk);
    const before = texts.length;
    for (let row = 0; row < rows; row += 1) {
      const code = own[row] as number;
      codes[start + row] = code === missingCode ? missingCode : before + code;
    }
    for (const text of more) texts.push(text);
  });
  const made = { codes, ...packed(texts) };
  turn.store.whole.set(column.key, made, codes.byteLength + made.ends.byteLength + 2 * made.joined.length);
  return made;
}
