import { Link } from "@tanstack/react-router";
import type { FreezeLoci } from "@/api/hermes/freezes";
import { formatCount } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../freeze.module.css";
import type { Place } from "../matrix";

type Influence = FreezeLoci["influence"][number];

const numbers = {
  loci: ({ n_loci }: Influence) => n_loci,
  without: ({ n_loci_without }: Influence) => n_loci_without,
  drives: ({ drives }: Influence) => drives,
  lost: ({ n_lost }: Influence) => n_lost,
  gained: ({ n_gained }: Influence) => n_gained,
};

/** What each study changes in its cell, from leave-one-out; nothing where the freeze has none. */
export function InfluenceCard({ influence, where }: { influence: Influence[]; where: (place: Place) => string }) {
  const sort = useRowSort(influence, numbers);
  if (influence.length === 0) return null;
  return (
    <Card title="Cohort influence" flush>
      <ScrollRegion label="Cohort influence, table" className={`${shared.scroll} ${shared.tall}`}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Cohort</th>
              <th scope="col">Cell</th>
              <NumberHead sort={sort} by="loci">
                Loci
              </NumberHead>
              <NumberHead sort={sort} by="without">
                Loci without it
              </NumberHead>
              <NumberHead sort={sort} by="drives">
                Drives
              </NumberHead>
              <NumberHead sort={sort} by="lost">
                Variants lost
              </NumberHead>
              <NumberHead sort={sort} by="gained">
                Variants gained
              </NumberHead>
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((one) => (
              <tr key={`${one.meta_id} ${one.dataset_name}`}>
                <th scope="row" className={shared.name}>
                  {one.cohort}
                </th>
                <td className={shared.wrap}>
                  <Link to="/hermes/ma/$id" params={{ id: one.meta_id }}>
                    {where(one)}
                  </Link>
                </td>
                <td className={shared.number}>{formatCount(one.n_loci)}</td>
                <td className={shared.number}>{formatCount(one.n_loci_without)}</td>
                <td className={shared.number}>{formatCount(one.drives)}</td>
                <td className={shared.number}>{formatCount(one.n_lost)}</td>
                <td className={shared.number}>{formatCount(one.n_gained)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={classes.cardNote}>
        Lost and gained: variants that are genome-wide significant only with, or only without, the cohort.
      </p>
    </Card>
  );
}
