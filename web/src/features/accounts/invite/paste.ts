import type { NewInvitation } from "@/api/accounts/accounts";
import { own } from "@/lib/own";
import { asCell, isBlank, readLines } from "@/lib/text/delimited";

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

type Column = Exclude<keyof NewInvitation, "also_roles">;

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

/**
 * Detects the delimiter of a text outside quotes. A list of addresses alone has none, and may lack
 * a header whose cells could be counted. Tabs come from spreadsheets, semicolons from spreadsheets
 * of countries with a decimal comma.
 */
export function delimiterOf(text: string): string {
  const unquoted = text.replace(/"[^"]*"/g, "");
  if (unquoted.includes("\t")) return "\t";
  const semicolons = unquoted.split(";").length;
  return semicolons > unquoted.split(",").length ? ";" : ",";
}

/** The columns that a heading line names; undefined when it is no heading. */
function columnsOf(cells: readonly string[]): (Column | undefined)[] | undefined {
  const named = cells.map((cell) => own(headings, cell.toLowerCase().replace(/[^a-z]/g, "")));
  return named.includes("user_name") ? named : undefined;
}

/**
 * The people of a pasted table: e-mail, type, first name, last name, with an optional header. A
 * header may change the order of columns. A row without a type gets `defaultType`. "reviewer + curator" is a type and
 * roles in other areas. `typeOf` and `roleOf` match their words; unknown ones are kept, and the server explains the refusal.
 */
export function parsePaste(
  text: string,
  defaultType: string,
  typeOf: (word: string) => string | undefined,
  roleOf: (word: string) => string,
): PastedRow[] {
  const lines = readLines(text, delimiterOf(text))
    .filter((line) => !isBlank(line))
    .map(({ line, cells }) => ({ line, cells: cells.map(({ value }) => value) }));
  const heading = lines[0] && columnsOf(lines[0].cells);
  const columns = heading ?? usualOrder;
  return lines.slice(heading ? 1 : 0).map(({ line, cells }) => {
    const person: NewInvitation = { user_name: "", user_type: "", first_name: "", last_name: "" };
    for (const [at, column] of columns.entries()) if (column) person[column] = cells[at] ?? "";
    person.user_name = person.user_name.replace(/^(?:mailto:|[<\s])+/i, "").replace(/[>\s]+$/, "");
    const [type = "", ...also] = person.user_type.split("+").map((word) => word.trim());
    person.user_type = type === "" ? defaultType : (typeOf(type) ?? type);
    if (also.length > 0) person.also_roles = also.map(roleOf);
    const extra = cells.slice(columns.length).filter((cell) => cell !== "");
    return { line, person, extra, problem: problemOf(person, extra) };
  });
}

function problemOf(person: NewInvitation, extra: readonly string[]): string | undefined {
  if (person.user_name === "") return "The e-mail address is missing.";
  if (extra.length > 0) return `There are more cells than columns: ${extra.join(", ")}.`;
  return undefined;
}

/** Rows as a text that is read as the same rows: what stays in the box when the others were sent. */
export function pasteOf(rows: readonly Pick<PastedRow, "person" | "extra">[]): string {
  if (rows.length === 0) return "";
  const lines = rows.map(({ person: { also_roles = [], ...person }, extra }) => {
    const typed = { ...person, user_type: [person.user_type, ...also_roles].join(" + ") };
    return [...usualOrder.map((column) => typed[column] ?? ""), ...extra];
  });
  return [["email", "type", "first name", "last name"], ...lines]
    .map((row) => row.map((cell) => asCell(cell, ",;\t")).join(","))
    .join("\n");
}
