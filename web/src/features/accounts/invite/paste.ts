import type { NewInvitation } from "@/api/accounts";

/** One person of a pasted table. */
export interface PastedRow {
  /** Counted from 1 over all lines of the text. */
  line: number;
  person: NewInvitation;
  /** Cells that no column is for. */
  extra: string[];
  /** Why this row cannot even be sent. */
  problem?: string;
}

/** How many the server takes at once. */
export const mostRows = 500;

type Column = keyof NewInvitation;

const headings: Readonly<Record<string, Column>> = {
  email: "user_name",
  mail: "user_name",
  emailaddress: "user_name",
  user: "user_name",
  username: "user_name",
  type: "user_type",
  usertype: "user_type",
  role: "user_type",
  firstname: "first_name",
  first: "first_name",
  givenname: "first_name",
  lastname: "last_name",
  last: "last_name",
  surname: "last_name",
  familyname: "last_name",
};

const usualOrder: readonly Column[] = ["user_name", "user_type", "first_name", "last_name"];

interface Line {
  line: number;
  cells: string[];
}

/** The delimiter of a text: tabs come from spreadsheets, semicolons from those of countries with a decimal comma. */
export function delimiterOf(text: string): string {
  const unquoted = text.replace(/"[^"]*"/g, "");
  if (unquoted.includes("\t")) return "\t";
  const semicolons = unquoted.split(";").length;
  return semicolons > unquoted.split(",").length ? ";" : ",";
}

/** Splits a delimited text into lines of cells; a quoted cell may hold delimiters, doubled quotes and line breaks. */
export function splitTable(text: string, delimiter: string): Line[] {
  const lines: Line[] = [];
  let line = 1;
  let breaks = 0;
  let cell = "";
  let cells: string[] = [];
  const closeCell = () => {
    cells.push(cell.trim());
    cell = "";
  };
  const closeLine = () => {
    closeCell();
    if (cells.some((one) => one !== "")) lines.push({ line, cells });
    cells = [];
    line += breaks + 1;
    breaks = 0;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    const end = char === '"' && cell.trim() === "" ? closingQuote(text, at) : -1;
    if (end > 0) {
      const inside = text.slice(at + 1, end).replaceAll('""', '"');
      breaks += inside.split("\n").length - 1;
      cell = inside;
      at = end;
    } else if (char === delimiter) closeCell();
    else if (char === "\n") closeLine();
    else cell += char;
  }
  closeLine();
  return lines;
}

/** Where the quoted cell that begins at `from` ends; −1 when it never does, and the quote is an ordinary character. */
function closingQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at;
    at += 1;
  }
  return -1;
}

/** The columns that a heading line names; undefined when it is no heading. */
function columnsOf(cells: readonly string[]): (Column | undefined)[] | undefined {
  const named = cells.map((cell) => headings[cell.toLowerCase().replace(/[^a-z]/g, "")]);
  return named.includes("user_name") ? named : undefined;
}

/**
 * The people of a pasted table: e-mail, type, first name, last name, with or without a heading line. A heading may put
 * the columns in another order. A row without a type gets `defaultType`. Words of the type are matched by `typeOf`;
 * those it does not know are kept, and the server says why they are refused.
 */
export function parsePaste(
  text: string,
  defaultType: string,
  typeOf: (word: string) => string | undefined,
): PastedRow[] {
  const clean = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const lines = splitTable(clean, delimiterOf(clean));
  const heading = lines[0] && columnsOf(lines[0].cells);
  const columns = heading ?? usualOrder;
  return lines.slice(heading ? 1 : 0).map(({ line, cells }) => {
    const person: NewInvitation = { user_name: "", user_type: "", first_name: "", last_name: "" };
    for (const [at, column] of columns.entries()) if (column) person[column] = cells[at] ?? "";
    person.user_name = person.user_name.replace(/^(?:mailto:|[<\s])+/i, "").replace(/[>\s]+$/, "");
    person.user_type = person.user_type === "" ? defaultType : (typeOf(person.user_type) ?? person.user_type);
    const extra = cells.slice(columns.length).filter((cell) => cell !== "");
    return { line, person, extra, problem: problemOf(person, extra) };
  });
}

function problemOf(person: NewInvitation, extra: readonly string[]): string | undefined {
  if (person.user_name === "") return "The e-mail address is missing.";
  if (extra.length > 0) return `There are more cells than columns: ${extra.join(", ")}.`;
  return undefined;
}

const cell = (text: string) => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows as a text that is read as the same rows: what stays in the box when the others were sent. */
export function pasteOf(rows: readonly Pick<PastedRow, "person" | "extra">[]): string {
  if (rows.length === 0) return "";
  const lines = rows.map(({ person, extra }) => [...usualOrder.map((column) => person[column] ?? ""), ...extra]);
  return [["email", "type", "first name", "last name"], ...lines].map((row) => row.map(cell).join(",")).join("\n");
}
