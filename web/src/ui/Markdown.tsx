import { Fragment, type ReactNode } from "react";
import classes from "./Markdown.module.css";

/**
 * A subset of Markdown for texts about data: headings, paragraphs, lists, emphasis, code, links. It
 * creates elements and never HTML; everything else is shown as written. Links lead to the web only.
 */
export function Markdown({ text, level = 3 }: { text: string /** Of the highest heading. */; level?: 2 | 3 | 4 }) {
  const blocks = text
    .replaceAll("\r\n", "\n")
    .trim()
    .split(/\n{2,}/);
  return (
    <div className={classes.text}>
      {blocks.filter(Boolean).map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name of their own and keep their order
        <Block key={i} block={block} level={level} />
      ))}
    </div>
  );
}

function Block({ block, level }: { block: string; level: number }) {
  const lines = block.split("\n");
  const [first = ""] = lines;
  const heading = /^(#{1,4}) +(.+)$/.exec(first);
  if (heading) {
    const Heading = `h${Math.min(6, level + (heading[1] as string).length - 1)}` as "h3";
    const rest = lines.slice(1).join("\n");
    return (
      <>
        <Heading>{inline(heading[2] as string)}</Heading>
        {rest && <Block block={rest} level={level} />}
      </>
    );
  }
  if (lines.every((line) => /^\s*[-*] +/.test(line))) return <List lines={lines} ordered={false} />;
  if (lines.every((line) => /^\s*\d+[.)] +/.test(line))) return <List lines={lines} ordered />;
  return <p>{inline(block)}</p>;
}

function List({ lines, ordered }: { lines: readonly string[]; ordered: boolean }) {
  const Kind = ordered ? "ol" : "ul";
  return (
    <Kind>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike and keep their order
        <li key={i}>{inline(line.replace(/^\s*(?:[-*]|\d+[.)]) +/, ""))}</li>
      ))}
    </Kind>
  );
}

/** Code first: nothing is read inside of it. */
const marks = /`([^`\n]+)`|\[([^\]\n]+)\]\(([^()\s]+)\)|\*\*([^*\n]+)\*\*|(?<![\w*])[*_]([^*_\n]+)[*_](?![\w*])/g;

/** Emphasis, code and links within a line; `to` makes the link of a label and its address. */
export function inline(
  text: string,
  to: (label: string, address: string, whole: string) => ReactNode = link,
): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const found of text.matchAll(marks)) {
    const [whole, code, label, address, strong, emphasis] = found;
    parts.push(text.slice(from, found.index));
    if (code) parts.push(<code>{code}</code>);
    else if (label && address) parts.push(to(label, address, whole));
    else if (strong) parts.push(<strong>{inline(strong, to)}</strong>);
    else if (emphasis) parts.push(<em>{inline(emphasis, to)}</em>);
    from = found.index + whole.length;
  }
  parts.push(text.slice(from));
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own and keep their order
  return parts.map((part, i) => <Fragment key={i}>{part}</Fragment>);
}

function link(label: string, address: string, whole: string): ReactNode {
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return whole;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
