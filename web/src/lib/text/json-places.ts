/** The positions of the parts of a JSON text. Pure; no DOM. */

/** Place in the text, the end left out. */
export interface Span {
  from: number;
  to: number;
}

export interface JsonFault {
  /** Place in the text. */
  at: number;
  line: number;
  column: number;
  /** A whole sentence. */
  text: string;
}

interface Reader {
  text: string;
  at: number;
  spans: Map<string, Span>;
}

class Fault extends Error {
  constructor(
    readonly at: number,
    what: string,
  ) {
    super(what);
  }
}

/** The places of all values by JSON pointer; or the first thing that keeps the text from being JSON, with its place. */
export function placesOf(text: string): { spans: ReadonlyMap<string, Span> } | { fault: JsonFault } {
  const reader: Reader = { text, at: 0, spans: new Map() };
  try {
    value(reader, "");
    blanks(reader);
    if (reader.at < text.length) throw new Fault(reader.at, "There is text after the end of the document.");
    return { spans: reader.spans };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.at).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    return { fault: { at: error.at, line: before.length, column, text: error.message } };
  }
}

/** The span of a pointer; for a missing part, that of the nearest containing part. */
export function spanOf(spans: ReadonlyMap<string, Span>, pointer: string): Span {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = spans.get(at);
    if (found) return found;
    if (at === "") return { from: 0, to: 0 };
  }
}

function blanks(reader: Reader): void {
  while (/[ \t\r\n]/.test(reader.text.charAt(reader.at))) reader.at++;
}

function value(reader: Reader, pointer: string): void {
  blanks(reader);
  const from = reader.at;
  const first = reader.text.charAt(from);
  if (first === "{") members(reader, pointer);
  else if (first === "[") items(reader, pointer);
  else if (first === '"') string(reader);
  else scalar(reader);
  reader.spans.set(pointer, { from, to: reader.at });
}

const scalars = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;

function scalar(reader: Reader): void {
  scalars.lastIndex = reader.at;
  const [found] = scalars.exec(reader.text) ?? [];
  if (!found)
    throw new Fault(
      reader.at,
      reader.at >= reader.text.length ? "The text ends too early." : "A value is missing here.",
    );
  reader.at += found.length;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has them escaped
const strings = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

function string(reader: Reader): string {
  strings.lastIndex = reader.at;
  const [found] = strings.exec(reader.text) ?? [];
  if (!found) throw new Fault(reader.at, "This text in quotes does not end, or has a sign that has to be escaped.");
  reader.at += found.length;
  return JSON.parse(found) as string;
}

/** The content between two brackets, separated by commas. */
function list(reader: Reader, end: string, one: (at: number) => void): void {
  reader.at++;
  blanks(reader);
  if (reader.text.charAt(reader.at) === end) {
    reader.at++;
    return;
  }
  for (let at = 0; ; at++) {
    one(at);
    blanks(reader);
    const mark = reader.text.charAt(reader.at);
    if (mark !== "," && mark !== end) throw new Fault(reader.at, `A comma or ${end} is missing here.`);
    reader.at++;
    if (mark === end) return;
  }
}

function items(reader: Reader, pointer: string): void {
  list(reader, "]", (at) => value(reader, `${pointer}/${at}`));
}

function members(reader: Reader, pointer: string): void {
  list(reader, "}", () => {
    blanks(reader);
    if (reader.text.charAt(reader.at) !== '"') throw new Fault(reader.at, "A name in quotes is missing here.");
    const name = string(reader).replaceAll("~", "~0").replaceAll("/", "~1");
    blanks(reader);
    if (reader.text.charAt(reader.at) !== ":") throw new Fault(reader.at, "A colon is missing here.");
    reader.at++;
    value(reader, `${pointer}/${name}`);
  });
}
