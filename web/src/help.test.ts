import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blocksOf } from "@/features/help/blocks";
import { anchorOf, readDocument, targetOf } from "@/features/help/documents";
import { topics } from "@/features/help/topics";
import { helpTargets } from "@/ui/help/targets";

/** The headings of a document, read apart from the page's own reading. */
function headings(file: string): string[] {
  const text = readFileSync(`../docs/${file}`, "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#{1,4} +(.+)$/gm)].map(([, heading]) => anchorOf(heading as string));
}

/** The steps of the QC report. */
function stepNames(): string[] {
  const source = readFileSync("../internal/gwas/qc/steps.go", "utf8");
  return [...source.matchAll(/^\tstep\w+ += "(\w+)"/gm)].map(([, name]) => name as string);
}

test("each place of the documentation that pages lead to is there", () => {
  for (const place of Object.values(helpTargets)) {
    const [name, hash] = place.split("#");
    const topic = topics.find(({ topic }) => topic === name);
    expect(topic, place).toBeDefined();
    if (hash) expect(headings(topic?.file ?? ""), place).toContain(hash);
  }
});

test("each place is a step of QC, or led to by a page", () => {
  const pages = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.includes(".test."))
    .map((file) => readFileSync(`src/${file}`, "utf8"))
    .join("");
  const steps = stepNames();
  const unused = Object.keys(helpTargets).filter(
    (name) => !steps.includes(name) && !new RegExp(`\\b(?:to|help)="${name}"`).test(pages),
  );
  expect(unused).toEqual([]);
});

test("every step of the QC report has a paragraph", () => {
  const steps = stepNames();
  expect(steps.length).toBeGreaterThan(10);
  for (const step of steps) expect(helpTargets, step).toHaveProperty(step);
});

test("links of the documents lead to documents and headings that are there", async () => {
  let links = 0;
  for (const { topic, file } of topics) {
    const text = (await readDocument(topic)) ?? "";
    expect(text, topic).toMatch(/^# /);
    expect(text.includes("!["), `${file} has a picture, which the product does not show`).toBe(false);
    for (const [, address] of text.matchAll(/\[[^\]\n]+\]\(([^()\s]+)\)/g)) {
      if (/^(https?:|mailto:)/.test(address as string)) continue;
      const target = targetOf(file, address as string);
      if (!target?.hash) continue;
      const to = topics.find(({ topic }) => topic === target.topic);
      expect(headings(to?.file ?? ""), `${file}: ${address}`).toContain(target.hash);
      links++;
    }
  }
  expect(links).toBeGreaterThan(20);
});

test("no document of users is left out", () => {
  const notForUsers = [
    "benchmarks.md",
    "design.md",
    "reliability.md",
    "testing.md",
    "formats/README.md",
    "formats/rows.md",
  ];
  const files = ["", "howto/", "formats/"].flatMap((folder) =>
    readdirSync(`../docs/${folder}`)
      .filter((name) => name.endsWith(".md"))
      .map((name) => folder + name),
  );
  expect(
    topics
      .map(({ file }) => file)
      .concat(notForUsers)
      .sort(),
  ).toEqual(files.sort());
});

test("blocks are read as they are written", () => {
  const text =
    "# A\nOne\ntwo.\n\n- a\n  b\n- c\n1. d\n\n| x | y |\n|---|---|\n| `a\\|b` | c |\n<!-- not shown -->\n```sh\n# no heading\n```\n";
  expect(blocksOf(text)).toEqual([
    { kind: "heading", level: 1, text: "A" },
    { kind: "paragraph", text: "One two." },
    { kind: "list", ordered: false, items: ["a b", "c", "d"] },
    { kind: "table", head: ["x", "y"], rows: [["`a|b`", "c"]] },
    { kind: "code", text: "# no heading" },
  ]);
  expect(anchorOf("Quality control (`internal/gwas/qc`)")).toBe("quality-control-internalgwasqc");
  expect(targetOf("formats/qc.md", "../methods.md#x")).toEqual({ topic: "methods", hash: "x" });
  expect(targetOf("hermes.md", "decisions/0032-one-person.md")).toBeUndefined();
  expect(targetOf("hermes.md", "#review")).toEqual({ topic: "hermes", hash: "review" });
});
