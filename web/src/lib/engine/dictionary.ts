/** Texts of several chunks under common codes. */
import { missingCode } from "./cell";

export class Dictionary {
  readonly texts: string[] = [];
  #known = new Map<string, number>();

  /** The common code of each text of a chunk. */
  codes(texts: readonly string[]): Uint32Array {
    return Uint32Array.from(texts, (text) => {
      let code = this.#known.get(text);
      if (code === undefined) {
        code = this.texts.push(text) - 1;
        this.#known.set(text, code);
      }
      return code;
    });
  }
}

export const commonCode = (codes: Uint32Array, code: number): number =>
  code === missingCode ? missingCode : (codes[code] as number);
