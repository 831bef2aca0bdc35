/**
 * The language of expressions: parsed by jsep, which is left with our operators only, checked against a closed list of
 * functions and the columns there are, and turned into functions over columns. It is never program text.
 *
 * From loose to tight: || then && then == != then < <= > >= then + − then * / % then unary − and !. Powers are power(x, y).
 */
import jsep from "jsep";
import { nearest } from "../text/spelling";
import { type Compiled, compile, type Node } from "./expression-compile";
import { type Fault, FaultError, fail } from "./expression-fault";
import { namesColumn, type Token, tokensOf } from "./expression-text";
import { functions, type Kind } from "./functions";

/** An expression is a fault, or can be worked out. */
export type Checked = ({ fault: Fault } & { compiled?: undefined }) | ({ compiled: Compiled } & { fault?: undefined });

const mostCharacters = 2000;
export const mostDepth = 100;
const tooDeep = `The expression is nested more than ${mostDepth} deep.`;

jsep.removeAllUnaryOps();
jsep.removeAllBinaryOps();
jsep.removeAllLiterals();
for (const operator of ["-", "!"]) jsep.addUnaryOp(operator);
const precedence = [["||"], ["&&"], ["==", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]];
precedence.forEach((operators, at) => {
  for (const operator of operators) jsep.addBinaryOp(operator, at + 1);
});
jsep.addLiteral("true", true);
jsep.addLiteral("false", false);

/** Reads an expression over columns of the types given by id. */
export function checkExpression(text: string, columns: ReadonlyMap<string, Kind>): Checked {
  try {
    const tokens = tokensOf(text);
    lookOver(text, tokens, columns);
    const tree = treeOf(parsed(text, tokens), tokens);
    return { compiled: compile(tree, columns) };
  } catch (error) {
    if (error instanceof FaultError) return { fault: error.fault };
    throw error;
  }
}

/** The checks before parsing: tokens, names, brackets, length and depth. */
function lookOver(text: string, tokens: Token[], columns: ReadonlyMap<string, Kind>) {
  const whole = { from: 0, to: text.length };
  if (tokens.length === 0) fail(whole, "Write an expression, such as beta / standard_error.");
  if (text.length > mostCharacters) fail(whole, `An expression has at most ${mostCharacters} characters.`);
  for (const token of tokens) lookAt(token, columns);
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.text === "(" && token.kind === "mark") open.push(token);
    if (token.text === ")" && token.kind === "mark" && !open.pop()) fail(token, "This bracket closes nothing.");
    if (open.length > mostDepth) fail(token, tooDeep);
  }
  const last = open.pop();
  if (last) fail(last, "This bracket is not closed.");
}

function lookAt(token: Token, columns: ReadonlyMap<string, Kind>) {
  if (token.kind === "wrong") fail(token, wrongMark(token.text));
  if (token.kind === "column") fail(token, `No column is called “${token.text}”.`);
  if (token.kind === "call" && !Object.hasOwn(functions, token.text)) {
    fail(token, `\`${token.text}\` is not a function.${meant(token.text, Object.keys(functions))}`);
  }
  if (namesColumn(token) && !columns.has(token.text)) {
    const call = Object.hasOwn(functions, token.text) ? " It is a function: put brackets behind it." : undefined;
    fail(token, `\`${token.text}\` is not a column.${call ?? meant(token.text, columns.keys())}`);
  }
}

function meant(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? "" : ` Did you mean \`${near}\`?`;
}

function wrongMark(mark: string): string {
  switch (mark) {
    case '"':
    case "'":
      return "This text is not closed.";
    case "=":
      return "Write == to compare two values.";
    case "&":
      return "Write && for “and”.";
    case "|":
      return "Write || for “or”.";
    case "^":
      return "Write power(x, y) for x to the power of y.";
    case "?":
    case ":":
      return "Write if(condition, a, b) to choose between two values.";
    case "[":
    case "]":
      return "Write a column's name between [ and ].";
    default:
      return `“${mark}” has no meaning here.`;
  }
}

/** jsep's tree. Columns get a $ in front, so that no id is a word of jsep's own. */
function parsed(text: string, tokens: Token[]): jsep.Expression {
  const words = tokens.map((token) => (namesColumn(token) ? `$${token.text}` : token.text));
  const starts: number[] = [];
  let length = 0;
  for (const word of words) {
    starts.push(length);
    length += word.length + 1;
  }
  try {
    return jsep(words.join(" "));
  } catch (error) {
    // Anything else that is thrown here would be a fault of ours.
    if (!(error instanceof Error) || !("index" in error)) throw error;
    const index = Number(error.index);
    const at = starts.findLastIndex((start) => start <= index);
    const token = tokens[at];
    return fail(token ?? { from: 0, to: text.length }, `The expression cannot be read${fromOn(token)}.`);
  }
}

const fromOn = (token: Token | undefined) => (token ? ` from “${token.text}” on` : "");

/** Converts the tree. Its nodes are in text order, so each takes the next token as its place. */
function treeOf(root: jsep.Expression, tokens: Token[]): Node {
  const places = tokens.filter(({ kind, text }) => kind !== "mark" || !["(", ")", ","].includes(text));
  const next = () => places.shift() as Token;
  const nodeOf = (node: jsep.Expression, depth: number): Node => {
    if (depth > mostDepth) fail(places[0] ?? (tokens[0] as Token), tooDeep);
    switch (node.type) {
      case "Literal":
        return { kind: "value", value: (node as jsep.Literal).value as number | string | boolean, place: next() };
      case "Identifier":
        return { kind: "column", id: String(node.name).slice(1), place: next() };
      case "UnaryExpression": {
        const { operator, argument } = node as jsep.UnaryExpression;
        return { kind: "call", name: operator, place: next(), of: [nodeOf(argument, depth + 1)] };
      }
      case "BinaryExpression": {
        const { operator, left, right } = node as jsep.BinaryExpression;
        const first = nodeOf(left, depth + 1);
        const place = next();
        return { kind: "call", name: operator, place, of: [first, nodeOf(right, depth + 1)] };
      }
      case "CallExpression":
        return callOf(node as jsep.CallExpression, depth);
      default: {
        // Of several beside each other the first can be read, and takes its tokens.
        const [first] = node.type === "Compound" ? (node as jsep.Compound).body : [];
        if (first) nodeOf(first, depth + 1);
        const token = places[0] ?? (tokens.at(-1) as Token);
        return fail(token, `The expression cannot be read${fromOn(token)}: is a sign or a comma missing?`);
      }
    }
  };
  const callOf = ({ callee, arguments: of }: jsep.CallExpression, depth: number): Node => {
    if (callee.type !== "Identifier")
      return fail(places[0] ?? (tokens[0] as Token), "A function is called by its name.");
    const place = next();
    return { kind: "call", name: String(callee.name), place, of: of.map((one) => nodeOf(one, depth + 1)) };
  };
  return nodeOf(root, 0);
}
