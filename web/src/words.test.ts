import ts from "typescript";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(
  ["/src/**/*.ts", "/src/**/*.tsx", "!/src/**/*.test.*", "!/src/**/testing.ts", "!/src/test-*.ts", "!/src/**/*.gen.ts"],
  { query: "?raw", import: "default", eager: true },
);

/** Words that user-visible texts must not contain, each with its replacement. */
const rules: [wrong: RegExp, instead: string][] = [
  [/(?<![/-])\bdatasets?\b(?![-/])/i, "data set"],
  [/(?<!GRCh37 \()\bhg19\b|(?<!GRCh38 \()\bhg38\b|\bGRCh3[78]\b(?! \(hg|-)/, "GRCh37 (hg19), GRCh38 (hg38)"],
  [/\bemail\b/i, "e-mail"],
  [/\busername\b/i, "user name"],
  [/[a-z]\((?:s|es|ies|ren)\)/, "plural()"],
  [
    /\b(?:workers?|blobs?|queued?|caches?|cached|endpoints?|payloads?|parser?|goroutines?|compiled|null|boolean)\b/i,
    "-",
  ],
  [/\b(?:HTTP|status) (?:[45]\d\d|code)\b/i, "what happened"],
  [/\bnot to be told\b/i, "cannot be inferred"],
  [/\bLeast (?:MAF|INFO)\b/, "Minimum"],
  [/\bplease\b/i, "what to do"],
  [/\b(?:is|are) needed to (?:save|validate)\b|^Needed\b/, "required"],
  [/\bthings? to (?:correct|mend|look at)\b/, "problems, warnings"],
  [/\b(?:no|some|every|any)body\b|\bwhoever\b|\b(?:one|those) who\b/i, "a role, you, all, anyone"],
  [/\b(?:stands?|lies|goes|gives|says|tells?|told)\b/i, "is, contains, reports, states"],
  [/\bcomes? to\b|\bhand(?:s|ed)? (?:in|over)\b/i, "reaches, submit, send, transfer"],
  [/\bset aside\b|\bin the way\b|\bdoes well\b/i, "not used, blocks, is suitable"],
  [/\bmend(?:s|ed)?\b|\banew\b|\bkin\b/i, "correct, again, the like"],
  [/\bas everywhere\b|\b(?:of its own|named in|no longer)\b/i, "leave out, or say it with a verb"],
  [/\bwhat is\b|^What (?:was|it|you|they)\b/i, "the noun for it"],
  [/\bfor ever\b|\btaken back\b|\bfrom (?:now|then) on\b/i, "permanently, undone, then"],
];

/** Texts that break a rule and are right. */
const allowed = [
  "boolean to string", // a conversion of older configurations
  "--build GRCh38", // words of a command, not of a sentence
  "chrM of UCSC hg19", // a sequence that GRCh37 does not have
  "under the null", // the term of statistics
  "Login failed. Please check your credentials.", // exact words of the specification
];

/**
 * JSX text, and strings that look like a sentence or a label; of a template, the parts between its
 * values.
 */
function textsOf(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const texts: string[] = [];
  const add = (text: string) => texts.push(text.replace(/\s+/g, " ").trim());
  function look(node: ts.Node) {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxText(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      add(node.text);
    else if (ts.isStringLiteralLike(node) && /\S\s+\S|^[A-Z][a-z]/.test(node.text)) add(node.text);
    ts.forEachChild(node, look);
  }
  look(file);
  return texts;
}

function faultsOf(text: string): string[] {
  if (allowed.some((right) => text.includes(right))) return [];
  return rules.flatMap(([wrong, instead]) => (wrong.test(text) ? [`${text} → ${instead}`] : []));
}

test("texts of the pages keep to the words of the product", () => {
  const files = Object.entries(sources);
  expect(files.length).toBeGreaterThan(100);
  const faults = files.flatMap(([path, source]) =>
    textsOf(path, source)
      .flatMap(faultsOf)
      .map((fault) => `${path}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test("what is handed to HERMES is a submission; data sets are those of the registry", () => {
  const registry = /registry|Register as a data set|Open data set/;
  const faults = Object.entries(sources)
    .filter(
      ([path]) => /^\/src\/(features|routes\/_app|api)\/hermes\//.test(path) && !path.endsWith("/RegisterButton.tsx"),
    )
    .flatMap(([path, source]) => textsOf(path, source).map((text) => `${path}: ${text}`))
    .filter((text) => /\bdata sets?\b/i.test(text) && !registry.test(text));
  expect(faults).toEqual([]);
});

test.each([
  ["const a = <p>All\n  datasets</p>;", 1],
  ["const a = <p title='on hg19' />;", 1],
  ["const a = 'GRCh37 (hg19) or GRCh38 (hg38)';", 0],
  ["const a = 'Waiting for a free worker';", 1],
  ["const a = <p>{n} file(s)</p>;", 1],
  ["const a = { email: 'dataset' };", 0],
  ["const a = <p>Shared with nobody</p>;", 1],
  ["const a = 'The account of a nobodyish name';", 0],
  ["const a = <p>Plots stand above the table</p>;", 1],
  ["const a = 'A standard error';", 0],
  ["const a = <button>Hand in</button>;", 1],
  ["const a = 'On the other hand, in GRCh37 (hg19)';", 0],
  ["const a = 'The panel was set aside';", 1],
  ["const a = 'Settings beside the panel';", 0],
  ["const a = 'Problems to mend';", 1],
  ["const a = 'Recommended settings';", 0],
  ["const a = 'Its account no longer works';", 1],
  ["const a = 'Names longer than 500 characters';", 0],
  ["const a = <h2>What is missing</h2>;", 1],
  ["const a = 'See what was sent';", 0],
  ["const a = 'Deleted for ever';", 1],
  ["const a = 'Delete permanently';", 0],
  ["import a from './Email of a dataset';", 0],
])("the check sees what it is for: %s", (source, faults) => {
  expect(textsOf("a.tsx", source).flatMap(faultsOf)).toHaveLength(faults);
});
