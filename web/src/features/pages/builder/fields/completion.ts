/** What a formula could go on with where the cursor is. Pure; no DOM. */
import { tokensOf } from "@/lib/engine/expression-text";
import type { Offered } from "../kinds/field";
import { functionHelp } from "./functionHelp";

export interface Suggestion {
  /** The id of a column, or the name of a function. */
  name: string;
  kind: "column" | "function";
  /** As it is offered: of a function with what it takes. */
  shown: string;
  about: string;
}

/** A text, and where the cursor is in it. */
export interface Typed {
  text: string;
  at: number;
}

const most = 8;

/** The name that is being typed; "" within a text in quotes, and where no name is. */
export function nameAt(text: string, at: number): string {
  const tokens = tokensOf(text.slice(0, at));
  const last = tokens.at(-1);
  const isInQuotes = tokens.some(({ kind, text: mark }) => kind === "wrong" && (mark === '"' || mark === "'"));
  return last?.kind === "name" && last.to === at && !isInQuotes ? last.text : "";
}

/** Those whose name begins so, then columns whose title has it; none when the name is there already. */
export function suggestionsFor(name: string, columns: readonly Pick<Offered, "id" | "title">[]): Suggestion[] {
  if (name === "") return [];
  const typed = name.toLowerCase();
  const all: Suggestion[] = [
    ...columns.map(({ id, title }) => ({ name: id, kind: "column" as const, shown: id, about: title })),
    ...Object.entries(functionHelp).map(([of, { call, about }]) => ({
      name: of,
      kind: "function" as const,
      shown: call,
      about,
    })),
  ];
  const beginning = all.filter((one) => one.name.toLowerCase().startsWith(typed));
  const titled = all.filter(
    (one) => one.kind === "column" && !beginning.includes(one) && one.about.toLowerCase().includes(typed),
  );
  const found = [...beginning, ...titled].slice(0, most);
  return found.length === 1 && found[0]?.name === name ? [] : found;
}

/** The text with a name put in for the part of it that is typed; behind a function the cursor is in its brackets. */
export function complete({ text, at }: Typed, { name, kind }: Pick<Suggestion, "name" | "kind">): Typed {
  const before = text.slice(0, at - nameAt(text, at).length);
  const after = text.slice(at);
  const brackets = kind === "function" && !after.startsWith("(");
  const inserted = brackets ? `${name}()` : name;
  return { text: before + inserted + after, at: before.length + name.length + Number(kind === "function") };
}
