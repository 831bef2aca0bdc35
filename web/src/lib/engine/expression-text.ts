/** The tokens of an expression, found without evaluating it. */

/**
 * `call` is a name followed by a bracket, `column` a title in square brackets (]] is an escaped
 * one).
 */
export type TokenKind = "column" | "call" | "name" | "number" | "text" | "mark" | "wrong";

export interface Token {
  kind: TokenKind;
  /** As it is written; of a column its title, without brackets. */
  text: string;
  /** Place in the text, the end left out. */
  from: number;
  to: number;
}

const kinds: [TokenKind, RegExp][] = [
  ["column", /\[(?:[^\]]|\]\])*\](?!\])/y],
  ["call", /[A-Za-z_][A-Za-z0-9_]*(?=\s*\()/y],
  ["name", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["number", /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y],
  ["text", /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y],
  ["mark", /&&|\|\||==|!=|<=|>=|[-+*/%<>!(),]/y],
];

/** All of a text but its blanks, in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

function skipBlanks(text: string, at: number): number {
  while (at < text.length && /\s/.test(text[at] as string)) at += 1;
  return at;
}

function tokenAt(text: string, from: number): Token {
  for (const [kind, form] of kinds) {
    form.lastIndex = from;
    const [found] = form.exec(text) ?? [];
    if (found === undefined) continue;
    const inside = kind === "column" ? found.slice(1, -1).replaceAll("]]", "]") : found;
    return { kind, text: inside, from, to: from + found.length };
  }
  return { kind: "wrong", text: text.charAt(from), from, to: from + 1 };
}

const literals = new Set(["true", "false"]);

/** Whether the token is the id of a column. */
export const namesColumn = (token: Token) => token.kind === "name" && !literals.has(token.text);

/** Ids of the columns that an expression reads, each once, in the order of the text. */
export function columnsIn(expression: string): string[] {
  return [...new Set(tokensOf(expression).flatMap((token) => (namesColumn(token) ? [token.text] : [])))];
}
