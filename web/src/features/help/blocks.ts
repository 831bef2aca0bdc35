/** A document as blocks: the part of Markdown that `docs` uses. */
export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "code"; text: string }
  | { kind: "list"; ordered: boolean; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

const item = /^\s*(?:[-*]|(\d+)[.)]) +/;

/** Cells of a line; `\|` is no border. */
function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** Lines from `at` on while they fit. */
function run(lines: readonly string[], at: number, fits: (line: string) => boolean): string[] {
  let end = at;
  while (end < lines.length && fits(lines[end] as string)) end++;
  return lines.slice(at, end);
}

const starts = (line: string) => line.trim() === "" || /^(?:#|```|\||<!--)/.test(line) || item.test(line);

export function blocksOf(text: string): Block[] {
  const lines = text
    .replaceAll("\r\n", "\n")
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const [block, used] = blockAt(lines, at);
    if (block) blocks.push(block);
    at += used;
  }
  return blocks;
}

function blockAt(lines: readonly string[], at: number): [Block | undefined, number] {
  const line = lines[at] as string;
  if (line.trim() === "") return [undefined, 1];
  const heading = /^(#{1,4}) +(.+)$/.exec(line);
  if (heading) return [{ kind: "heading", level: (heading[1] as string).length, text: heading[2] as string }, 1];
  if (line.startsWith("```")) {
    const code = run(lines, at + 1, (one) => !one.startsWith("```"));
    return [{ kind: "code", text: code.join("\n") }, code.length + 2];
  }
  if (line.startsWith("|")) {
    const rows = run(lines, at, (one) => one.startsWith("|"));
    const [head = "", , ...body] = rows;
    return [{ kind: "table", head: cellsOf(head), rows: body.map(cellsOf) }, rows.length];
  }
  if (item.test(line)) return listAt(lines, at);
  const paragraph = [line, ...run(lines, at + 1, (one) => !starts(one))];
  return [{ kind: "paragraph", text: paragraph.join(" ") }, paragraph.length];
}

/**
 * Items may continue on the next lines; a list ends at a line that is neither indented nor an item.
 */
function listAt(lines: readonly string[], at: number): [Block, number] {
  const taken = run(lines, at, (line) => item.test(line) || /^\s+\S/.test(line));
  const items: string[] = [];
  for (const line of taken) {
    if (item.test(line)) items.push(line.replace(item, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return [{ kind: "list", ordered: /^\s*\d/.test(lines[at] as string), items }, taken.length];
}
