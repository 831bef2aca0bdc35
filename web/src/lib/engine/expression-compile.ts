import { own } from "../own";
/** From the tree of an expression to a function of a row: types are settled first, then columns are bound. */
import { type Chunk, isNumbers } from "./chunk";
import { fail, type Place } from "./expression-fault";
import { functions, type Kind, type Signature } from "./functions";

/** An operator is a call by its sign. */
export type Node =
  | { kind: "value"; value: number | string | boolean; place: Place }
  | { kind: "column"; id: string; place: Place }
  | { kind: "call"; name: string; of: Node[]; place: Place };

/** The value in a row. Missing are NaN of numbers and booleans (which are 0 and 1), undefined of texts and lists. */
// biome-ignore lint/suspicious/noExplicitAny: the type of a value is known by the kind beside it, checked before any row is read
type Read = (row: number) => any;

/** An expression whose types fit. */
export interface Compiled {
  type: Kind;
  /** Binds the columns of a run of rows. */
  bind(columns: (id: string) => Chunk): Read;
}

const unaryMinus: Signature = { takes: [["number"]], gives: "number", of: (x: number) => -x };
const arithmetic = (of: (x: number, y: number) => number): Signature => ({
  takes: [["number"], ["number"]],
  gives: "number",
  of,
});
const order = (of: (x: number, y: number) => boolean): Signature => ({
  takes: [["number"], ["number"]],
  gives: "boolean",
  of: (x: number, y: number) => Number(of(x, y)),
});

const operators: Readonly<Record<string, Signature>> = {
  "+": arithmetic((x, y) => x + y),
  "-": arithmetic((x, y) => x - y),
  "*": arithmetic((x, y) => x * y),
  "/": arithmetic((x, y) => x / y),
  "%": arithmetic((x, y) => x % y),
  "<": order((x, y) => x < y),
  "<=": order((x, y) => x <= y),
  ">": order((x, y) => x > y),
  ">=": order((x, y) => x >= y),
  "!": { takes: [["boolean"]], gives: "boolean", of: (x: number) => 1 - x },
};

export function compile(node: Node, columns: ReadonlyMap<string, Kind>): Compiled {
  if (node.kind === "value") return constant(node);
  if (node.kind === "column") return columnOf(node.id, columns.get(node.id) as Kind);
  const of = node.of.map((one) => compile(one, columns));
  switch (node.name) {
    case "==":
    case "!=":
      return equality(node, of as [Compiled, Compiled]);
    case "&&":
    case "||":
      return connective(node, of as [Compiled, Compiled]);
    default:
      return called(node, of);
  }
}

function constant({ value, place }: Node & { kind: "value" }): Compiled {
  if (typeof value === "boolean") return { type: "boolean", bind: () => () => Number(value) };
  if (typeof value === "string") return { type: "text", bind: () => () => value };
  if (!Number.isFinite(value)) fail(place, "This number is too large.");
  return { type: "number", bind: () => () => value };
}

function columnOf(id: string, type: Kind): Compiled {
  return {
    type,
    bind: (columns) => {
      const chunk = columns(id);
      if (isNumbers(chunk)) return (row) => chunk.numbers[row];
      const values: readonly unknown[] = chunk.type === "list" ? chunk.lists : chunk.texts;
      return (row) => values[chunk.codes[row] as number];
    },
  };
}

const words: Record<Kind, string> = { number: "a number", text: "a text", boolean: "true or false", list: "a list" };

const isMissing = (value: unknown) => value === undefined || Number.isNaN(value);

/** The empty value of a kind. */
const nothing = (kind: Kind) => (kind === "number" || kind === "boolean" ? Number.NaN : undefined);

function equality(node: Node & { kind: "call" }, [left, right]: [Compiled, Compiled]): Compiled {
  if (left.type !== right.type || left.type === "list") {
    fail(
      node.place,
      `${node.name} compares two values of one type, and these are ${words[left.type]} and ${words[right.type]}.`,
    );
  }
  const equal = node.name === "==";
  return {
    type: "boolean",
    bind: (columns) => {
      const [a, b] = [left.bind(columns), right.bind(columns)];
      return (row) => {
        const [x, y] = [a(row), b(row)];
        return isMissing(x) || isMissing(y) ? Number.NaN : Number((x === y) === equal);
      };
    },
  };
}

/** One side may settle it though the other is missing. */
function connective(node: Node & { kind: "call" }, [left, right]: [Compiled, Compiled]): Compiled {
  for (const [at, side] of [left, right].entries()) {
    if (side.type !== "boolean") {
      fail(node.of[at]?.place ?? node.place, `${node.name} connects two conditions, and this is ${words[side.type]}.`);
    }
  }
  const settles = node.name === "&&" ? 0 : 1;
  return {
    type: "boolean",
    bind: (columns) => {
      const [a, b] = [left.bind(columns), right.bind(columns)];
      return (row) => {
        const x = a(row);
        if (x === settles) return settles;
        const y = b(row);
        return y === settles ? settles : x + y - (1 - settles);
      };
    },
  };
}

function called(node: Node & { kind: "call" }, of: Compiled[]): Compiled {
  const { name, place } = node;
  const signature = signatureOf(name, of.length);
  const { takes, optional = 0, more, gives } = signature;
  const least = takes.length - optional;
  if (of.length < least || (!more && of.length > takes.length)) fail(place, `${name} takes ${countOf(signature)}.`);
  of.forEach((one, at) => {
    const kinds = takes[Math.min(at, takes.length - 1)] ?? [];
    if (!kinds.includes(one.type)) {
      const wanted = kinds.map((kind) => words[kind]).join(" or ");
      fail(
        node.of[at]?.place ?? place,
        `${name} takes ${wanted} here, and this is ${words[one.type]}.${hint(name, kinds)}`,
      );
    }
  });
  if (gives === "same") return choice(node, of);
  if (name === "missing") return missingOf(of[0] as Compiled);
  if (name === "concat" || name === "text") return written(of);
  return applied(of, gives, signature.of as (...values: unknown[]) => unknown);
}

const signatureOf = (name: string, arguments_: number): Signature =>
  name === "-" && arguments_ === 1 ? unaryMinus : ((own(operators, name) ?? own(functions, name)) as Signature);

function hint(name: string, kinds: readonly Kind[]): string {
  if (name === "+") return " Write concat(a, b) to join texts, number(a) to read a number.";
  return kinds.includes("number") && !kinds.includes("text") ? " number(a) reads a number from a text." : "";
}

function countOf({ takes, optional = 0, more }: Signature): string {
  const values = (n: number) => (n === 1 ? "one value" : `${n} values`);
  if (more) return `${values(takes.length)} or more`;
  return optional === 0 ? values(takes.length) : `${takes.length - optional} or ${values(takes.length)}`;
}

/** if(condition, a, b) and coalesce(a, b, …). */
function choice(node: Node & { kind: "call" }, of: Compiled[]): Compiled {
  const isIf = node.name === "if";
  const branches = isIf ? of.slice(1) : of;
  const { type } = branches[0] as Compiled;
  const other = branches.findIndex((branch) => branch.type !== type);
  if (other >= 0) {
    const { type: found } = branches[other] as Compiled;
    const place = node.of[other + (isIf ? 1 : 0)]?.place ?? node.place;
    fail(place, `The values of ${node.name} are of one type, and these are ${words[type]} and ${words[found]}.`);
  }
  return {
    type,
    bind: (columns) =>
      (isIf ? chosen : firstThere)(
        of.map((one) => one.bind(columns)),
        nothing(type),
      ),
  };
}

function chosen([condition, yes, no]: Read[], none: unknown): Read {
  return (row) => {
    const holds = condition?.(row);
    if (Number.isNaN(holds)) return none;
    return holds === 1 ? yes?.(row) : no?.(row);
  };
}

function firstThere(reads: Read[], none: unknown): Read {
  return (row) => {
    for (const read of reads) {
      const value = read(row);
      if (!isMissing(value) && value !== "") return value;
    }
    return none;
  };
}

function missingOf(one: Compiled): Compiled {
  return {
    type: "boolean",
    bind: (columns) => {
      const read = one.bind(columns);
      return (row) => {
        const value = read(row);
        return Number(isMissing(value) || value === "");
      };
    },
  };
}

/** concat and text: all arguments as texts, one behind the other. */
function written(of: Compiled[]): Compiled {
  const write = of.map(({ type }) => {
    if (type === "boolean") return (value: number) => (value === 0 ? "false" : "true");
    return type === "list" ? (value: readonly string[]) => value.join(", ") : String;
  }) as ((value: unknown) => string)[];
  return applied(of, "text", (...values) => values.map((value, at) => write[at]?.(value)).join(""));
}

/** A function of values that are all present; a result that is not a finite number is missing. */
function applied(of: Compiled[], type: Kind, make: (...values: unknown[]) => unknown): Compiled {
  const none = nothing(type);
  const finish =
    type === "number" ? (value: unknown) => (Number.isFinite(value) ? value : none) : (value: unknown) => value;
  return {
    type,
    bind: (columns) => {
      const reads = of.map((one) => one.bind(columns));
      const [a, b] = reads as [Read, Read];
      if (reads.length === 1) {
        return (row) => {
          const x = a(row);
          return isMissing(x) ? none : finish(make(x));
        };
      }
      if (reads.length === 2) {
        return (row) => {
          const [x, y] = [a(row), b(row)];
          return isMissing(x) || isMissing(y) ? none : finish(make(x, y));
        };
      }
      return (row) => {
        const values = reads.map((read) => read(row));
        return values.some(isMissing) ? none : finish(make(...values));
      };
    },
  };
}
