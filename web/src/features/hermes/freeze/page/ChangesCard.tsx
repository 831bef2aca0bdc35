import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changesQuery, type Freeze, type FreezeChanges } from "@/api/hermes/freezes";
import { formatCount } from "@/lib/format/format";
import { formatP } from "@/lib/format/format-number";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { Answered, inCard } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import classes from "../freeze.module.css";
import { useAncestryName } from "../matrix";
import { changeSigns, type LocusChange, locusKey, locusName } from "./changes";

const ChangesDialog = late(() => import("./dialogs").then((part) => part.ChangesDialog));

const mostShown = 5;

/** Which loci came and went since the freeze before; nothing for the first of a consortium. */
export function ChangesCard({ freeze }: { freeze: Freeze }) {
  const answer = useQuery({ ...changesQuery(freeze), enabled: freeze.previous !== undefined });
  if (!freeze.previous) return null;
  const title = `Since ${freeze.previous.name} ${freeze.previous.release_version}`;
  return (
    <Answered what="the changes" answer={answer} frame={inCard(title)} rows={4}>
      {(changes) => <Changes title={title} changes={changes} freeze={freeze} />}
    </Answered>
  );
}

function Changes({ title, changes, freeze }: { title: string; changes: FreezeChanges; freeze: Freeze }) {
  const [open, setOpen] = useState(false);
  const ancestryName = useAncestryName();
  const moved = changes.loci.filter(({ change }) => change !== "kept");
  const where = ({ phenotype, ancestry }: LocusChange) =>
    `${freeze.plan.phenotypes.find(({ code }) => code === phenotype)?.description ?? phenotype}, ${ancestryName(ancestry)}`;
  const some = someOf(moved);
  return (
    <Card
      title={title}
      flush
      aside={
        changes.loci.length > 0 && (
          <TextButton onClick={() => setOpen(true)}>All {formatCount(changes.loci.length)}</TextButton>
        )
      }
    >
      <dl className={classes.changeCounts}>
        <Count value={`+${formatCount(changes.gained)}`} name="new loci" />
        <Count value={`−${formatCount(changes.lost)}`} name="lost loci" />
        <Count value={formatCount(changes.kept)} name="kept" />
      </dl>
      {some.length > 0 && (
        <ul className={classes.changes}>
          {some.map((locus) => (
            <li key={locusKey(locus)} className={classes.changeLine}>
              <span className={classes[locus.change]} title={locus.change}>
                {changeSigns[locus.change]}
              </span>
              <div>
                <div className={locus.gene ? classes.gene : undefined}>{locusName(locus)}</div>
                <div className={classes.cellLine}>{where(locus)}</div>
              </div>
              <div className={classes.changeP}>
                <div>{formatP(locus.neg_log10_p)}</div>
                <div className={classes.cellLine}>{formatP(locus.neg_log10_p_before)}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.cardNote}>
        {some.length > 0 ? "First line: P now. Second line: P before." : "No locus came or went."}
      </p>
      {open && <ChangesDialog title={title} changes={changes} where={where} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** A few of them: gained and lost ones, so that neither hides the other. */
function someOf(moved: readonly LocusChange[]): LocusChange[] {
  const lost = moved.filter(({ change }) => change === "lost");
  const gained = moved.filter(({ change }) => change === "gained");
  const fewLost = lost.slice(0, Math.max(2, mostShown - gained.length));
  return [...gained.slice(0, mostShown - fewLost.length), ...fewLost];
}

function Count({ value, name }: { value: string; name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
