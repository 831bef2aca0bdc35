import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const cases = resolve("src/lib/own.cases.ts");

/** Each way to use a word as a key; those that read or write what an object inherits are marked. */
const source = `
import { blank, own } from "@/lib/own";
declare const word: string;
declare const kind: "a" | "b";
declare const record: Record<string, number>;
declare const partial: Partial<Record<"a" | "b", number>>;
declare const either: Record<string, number> | undefined;
declare const list: number[];
declare const unknown: unknown;
const bare = blank(record);

export const bad = record[word]; // found
export const bad2 = either?.[word]; // found
export const bad3 = record[\`\${word}\`]; // found
export const bad4 = (unknown as Record<string, unknown>)[word]; // found
export const { [word]: bad5 = 0 } = record; // found
export const bad6 = word in record; // found
export const bad7 = { ...bare }[word]; // found
export const bad8 = word in (unknown as object); // found
record[word] = 1; // found
record[word] ??= 1; // found

export const good = own(record, word);
export const good2 = record[kind];
export const good3 = partial[kind];
export const good4 = record[\`filter.\${word}\`];
export const good5 = list[0];
export const good6 = bare[word];
export const good7 = { ...record, [word]: 1 };
export const good8 = "a" in record;
export const good9 = new Map([[word, 1]]).get(word);
bare[word] = 1;
delete record[word];
export const { [word]: _left, ...good10 } = record;
`;

const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, resolve("."));
const shipped = fileNames.filter((file) => !/\.test\.|[tT]esting|\/test-|\.gen\.|\/(bench|build)\//.test(file));
const host = ts.createCompilerHost(options);
const { getSourceFile, fileExists, readFile } = host;
host.fileExists = (file) => file === cases || fileExists(file);
host.readFile = (file) => (file === cases ? source : readFile(file));
host.getSourceFile = (file, ...rest) =>
  file === cases ? ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true) : getSourceFile(file, ...rest);
const program = ts.createProgram(
  [...shipped, cases],
  { ...options, incremental: false, tsBuildInfoFile: undefined },
  host,
);
const checker = program.getTypeChecker();

const kindsOf = (node: ts.Node) => {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
  return type.isUnion() ? type.types : [type];
};

/** It has any key, and inherits those of every object. */
function isRecord(node: ts.Node): boolean {
  const declared = checker.getSymbolAtLocation(node)?.valueDeclaration;
  const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  if (made && ts.isCallExpression(made) && made.expression.getText() === "blank") return false;
  return kindsOf(node).some((type) => type.getStringIndexType());
}

const isAnyObject = ({ flags }: ts.Type) => (flags & ts.TypeFlags.NonPrimitive) !== 0;

const closed = ts.TypeFlags.Literal | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.NumberLike | ts.TypeFlags.Index;

/** It may be any word. */
function isWord(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node) && node.head.text !== "") return false;
  return kindsOf(node).some(({ flags }) => (flags & closed) === 0);
}

function isUnsafe(node: ts.Node): boolean {
  if (ts.isElementAccessExpression(node))
    return !ts.isDeleteExpression(node.parent) && isWord(node.argumentExpression) && isRecord(node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
    return isWord(node.left) && (isRecord(node.right) || kindsOf(node.right).some(isAnyObject));
  return (
    ts.isBindingElement(node) &&
    node.propertyName !== undefined &&
    ts.isComputedPropertyName(node.propertyName) &&
    !node.name.getText().startsWith("_") &&
    isWord(node.propertyName.expression) &&
    kindsOf(node.parent).some((type) => type.getStringIndexType())
  );
}

/** The lines on which a word that users may have chosen is the key of an object that inherits some. */
function unsafeLines(path: string): string[] {
  const file = program.getSourceFile(path) as ts.SourceFile;
  const lines = new Set<number>();
  const look = (node: ts.Node) => {
    if (isUnsafe(node)) lines.add(file.getLineAndCharacterOfPosition(node.getStart()).line);
    ts.forEachChild(node, look);
  };
  look(file);
  return [...lines].map((line) => (file.text.split("\n")[line] as string).trim());
}

test("the rule finds each way to use a word as a key", { timeout: 120_000 }, () => {
  const marked = source.split("\n").filter((line) => line.endsWith("// found"));
  expect(unsafeLines(cases).sort()).toEqual(marked.sort());
});

test("words that users may have chosen are keys through own() and blank() only", { timeout: 120_000 }, () => {
  const found = shipped
    .filter((path) => !path.endsWith("/src/lib/own.ts"))
    .flatMap((path) => unsafeLines(path).map((line) => `${path.slice(resolve(".").length + 1)}: ${line}`));
  expect(found).toEqual([]);
});
