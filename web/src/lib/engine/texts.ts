/** Many texts in one piece: another thread gets them as quickly as one. */
export interface Texts {
  joined: string;
  /** Where each text ends in it. */
  ends: Uint32Array;
}

/** A column of them. */
export interface WholeTexts extends Texts {
  /** By row. */
  codes: Uint32Array;
}

export function packed(texts: readonly string[]): Texts {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (let at = 0; at < texts.length; at += 1) {
    end += (texts[at] as string).length;
    ends[at] = end;
  }
  return { joined: texts.join(""), ends };
}

export const textOf = ({ joined, ends }: Texts, at: number): string =>
  joined.slice(at === 0 ? 0 : ends[at - 1], ends[at]);

export const unpacked = (texts: Texts): string[] => Array.from(texts.ends, (_, at) => textOf(texts, at));
