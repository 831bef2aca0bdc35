import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Freeze, type FreezeLoci, lociQuery } from "@/api/hermes/freezes";
import { formatCount, plural } from "@/lib/format/format";
import { formatNumber, formatP } from "@/lib/format/format-number";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Answered, inCard } from "@/ui/state/Answered";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../freeze.module.css";
import { type Place, useAncestryName } from "../matrix";
import { variantOf } from "./changes";
import { InfluenceCard } from "./InfluenceCard";

const fewest = 10;

/** The strongest loci over all cells, and who drives what. */
export function TopLociCard({ freeze }: { freeze: Freeze }) {
  const done = freeze.plan.cells.some(({ results }) => results.some(({ state }) => state === "done"));
  const answer = useQuery({ ...lociQuery(freeze), enabled: done });
  const ancestryName = useAncestryName();
  if (!done) return null;
  const where = ({ phenotype, ancestry, sex }: Place) =>
    [
      freeze.plan.phenotypes.find(({ code }) => code === phenotype)?.description ?? phenotype,
      ancestryName(ancestry),
      ...(sex === "both" ? [] : [sex]),
    ].join(", ");
  return (
    <Answered what="the loci" answer={answer} frame={inCard("Top loci")} rows={6}>
      {(found) => (
        <>
          <Loci found={found} where={where} />
          <InfluenceCard influence={found.influence} where={where} />
        </>
      )}
    </Answered>
  );
}

function Loci({ found, where }: { found: FreezeLoci; where: (place: Place) => string }) {
  const [all, setAll] = useState(false);
  const shown = all ? found.loci : found.loci.slice(0, fewest);
  const driven = found.influence.length > 0;
  if (found.loci.length === 0) {
    return (
      <Card title="Top loci">
        <p className={classes.prose}>No cell has a genome-wide significant locus (P &lt; 5e-8).</p>
      </Card>
    );
  }
  return (
    <Card
      title="Top loci"
      flush
      aside={
        found.loci.length > fewest ? (
          <TextButton onClick={() => setAll(!all)}>
            {all ? `Strongest ${fewest}` : `All ${formatCount(found.loci.length)}`}
          </TextButton>
        ) : (
          plural(found.total, "locus", "loci")
        )
      }
    >
      <ScrollRegion label="Top loci, table" className={`${shared.scroll} ${all ? shared.tall : ""}`}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Gene</th>
              <th scope="col">Lead variant</th>
              <th scope="col">Cell</th>
              <th scope="col" className={shared.number}>
                Beta
              </th>
              <th scope="col" className={shared.number}>
                P
              </th>
              <th scope="col" className={shared.number}>
                Studies
              </th>
              {driven && <th scope="col">Driven by</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((locus) => (
              <tr key={`${locus.meta_id} ${variantOf(locus)}`}>
                <td>{locus.gene ? <em>{locus.gene}</em> : "–"}</td>
                <td className={shared.mono}>{locus.rsid ?? variantOf(locus)}</td>
                <td className={shared.wrap}>
                  <Link to="/hermes/ma/$id" params={{ id: locus.meta_id }}>
                    {where(locus)}
                  </Link>
                </td>
                <td className={shared.number}>{formatNumber(locus.beta)}</td>
                <td className={shared.number}>{formatP(locus.neg_log10_p)}</td>
                <td className={shared.number}>{formatCount(locus.n_studies)}</td>
                {driven && <td>{locus.driven_by ?? "–"}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {driven && (
        <p className={classes.cardNote}>Driven by: without this cohort, the locus is not genome-wide significant.</p>
      )}
    </Card>
  );
}
