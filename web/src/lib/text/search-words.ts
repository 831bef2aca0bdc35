/** Text in the form in which words are compared: without case, accents in one form. */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** The words of a question. */
export function wordsOf(question: string): string[] {
  return folded(question).split(/\s+/).filter(Boolean);
}

/** Whether the texts together have every word. */
export function hasWords(words: readonly string[], ...texts: string[]): boolean {
  const all = folded(texts.join("\n"));
  return words.every((word) => all.includes(word));
}

export interface Part {
  text: string;
  /** It is one of the words. */
  marked: boolean;
}

/** The text in parts, those of them marked that are words. Where folding changes its length, nothing is marked. */
export function markedParts(text: string, words: readonly string[]): Part[] {
  const all = folded(text);
  if (all.length !== text.length) return [{ text, marked: false }];
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at + 1)) marked.fill(true, at, at + word.length);
  }
  const parts: Part[] = [];
  for (let at = 0; at < text.length; ) {
    let end = at + 1;
    while (end < text.length && marked[end] === marked[at]) end++;
    parts.push({ text: text.slice(at, end), marked: marked[at] === true });
    at = end;
  }
  return parts;
}
