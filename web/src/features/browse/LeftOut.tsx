import { Button } from "@mantine/core";
import type { BrowseResult } from "@/api/browse/browse";
import type { BrowseAsked } from "@/api/browse/variant";
import { caveatWords } from "@/lib/status";
import { WordTag } from "@/ui/Tag";
import classes from "./more.module.css";

interface Props {
  leftOut: BrowseAsked["left_out"];
  /** Results with a caveat are included. */
  all: boolean;
  onAll: (all: boolean) => void;
}

/** Which results an answer leaves out, and a button that includes them. Nothing where every result is sound. */
export function LeftOut({ leftOut, all, onAll }: Props) {
  if (!all && leftOut.length === 0) return null;
  return (
    <div className={classes.more}>
      <span>
        {all
          ? "Includes results that are not accepted or are repeated; each is marked."
          : `Left out: ${leftOut.map(({ sentence }) => sentence).join(" ")}`}
      </span>
      <Button variant="default" size="compact-sm" onClick={() => onAll(!all)}>
        {all ? "Leave them out" : "Include them"}
      </Button>
    </div>
  );
}

/** Why a result should not be compared with others; nothing for a sound one. */
export function CaveatTag({ result: { caveat } }: { result: Pick<BrowseResult, "caveat"> }) {
  return caveat === "" ? null : <WordTag {...caveatWords[caveat]} />;
}
