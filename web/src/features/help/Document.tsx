import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { inline } from "@/ui/Markdown";
import { type Block, blocksOf } from "./blocks";
import { anchorOf, targetOf } from "./documents";
import classes from "./help.module.css";

/** A document of `docs`. */
export function Document({ text, file }: { text: string; file: string }) {
  const words = (text: string) => inline(text, (label, address) => link(label, address, file));
  return (
    <div className={classes.text}>
      {blocksOf(text)
        .filter((block) => block.kind !== "heading" || block.level > 1)
        .map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name of their own and keep their order
          <Fragment key={i}>{shown(block, words)}</Fragment>
        ))}
    </div>
  );
}

function shown(block: Block, words: (text: string) => ReactNode): ReactNode {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${Math.min(block.level, 4)}` as "h2";
      const id = anchorOf(block.text);
      return (
        <Heading id={id}>
          <a href={`#${id}`}>{words(block.text)}</a>
        </Heading>
      );
    }
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>{words(item)}</li>
          ))}
        </List>
      );
    }
    case "table":
      return <Table block={block} words={words} />;
    default:
      return <p>{words(block.text)}</p>;
  }
}

function Table({
  block: { head, rows },
  words,
}: {
  block: Extract<Block, { kind: "table" }>;
  words: (text: string) => ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region of the text, not a fieldset
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className={classes.table} tabIndex={0} role="group" aria-label={`Table: ${head.filter(Boolean).join(", ")}`}>
      <table>
        {head.some(Boolean) && (
          <thead>
            <tr>
              {head.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their order
                <th key={i} scope="col">
                  {words(cell)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order
            <tr key={i}>
              {row.map((cell, k) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their order
                <td key={k}>{words(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const examples = /(?:^|\/)web\/public(\/examples\/[\w.-]+)$/;

/**
 * A link within the documents, to an example file or to the web; links to other sources are plain
 * text.
 */
function link(label: string, address: string, from: string): ReactNode {
  if (/^(https?:\/\/|mailto:)/i.test(address)) {
    return (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    );
  }
  const example = examples.exec(address)?.[1];
  if (example) {
    return (
      <a href={example} download>
        {label}
      </a>
    );
  }
  const target = targetOf(from, address);
  if (!target) return label;
  return (
    <Link to="/help/$topic" params={{ topic: target.topic }} hash={target.hash}>
      {label}
    </Link>
  );
}
