import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Dataset } from "@/api/datasets/datasets";
import { formatCount } from "@/lib/format/format";
import classes from "./page.module.css";
import { type Part, parts } from "./search";
import { currentFiles } from "./words";

const names: Record<Part, string> = {
  about: "About",
  results: "Results",
  files: "Files",
  cite: "Cite",
  history: "History",
  sharing: "Sharing and owners",
};

/** Whether the user can change anything in the part "sharing". */
export const seesSharing = ({ can }: Pick<Dataset, "can">) => can.share || can.transfer;

/** The parts of the page, each with its own address. */
export function PartsNav({ dataset, current }: { dataset: Dataset; current: Part }) {
  const counts: Partial<Record<Part, number>> = {
    results: dataset.phenotypes.length,
    files: currentFiles(dataset).length,
  };
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen another part may lie outside the bar
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);

  return (
    <nav ref={nav} className={classes.parts} aria-label="Parts of the data set">
      {parts
        .filter((part) => part !== "sharing" || seesSharing(dataset))
        .map((part) => (
          <Link
            key={part}
            className={classes.part}
            to="/datasets/$id"
            params={{ id: dataset.id }}
            search={{ part }}
            aria-current={part === current ? "page" : undefined}
            resetScroll={false}
          >
            {names[part]}
            {counts[part] !== undefined && <span className={classes.count}>{formatCount(counts[part])}</span>}
          </Link>
        ))}
    </nav>
  );
}
