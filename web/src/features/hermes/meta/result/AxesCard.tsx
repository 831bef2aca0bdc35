import { formatDecimal, formatShare, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../meta.module.css";
import type { MetaSummary } from "../summary";

type Axes = NonNullable<MetaSummary["axes"]>;
type Study = Axes["studies"][number];

/** The positions of the studies on the axes of genetic variation of a meta-regression. */
export function AxesCard({ axes }: { axes: Axes }) {
  const values = axes.explained.map((_, axis) => [axis, (study: Study) => study.places[axis]] as const);
  const sort = useRowSort<Study, string>(axes.studies, Object.fromEntries(values));
  return (
    <Card title="Axes of genetic variation" flush>
      <ScrollRegion label="Axes of genetic variation, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Study</th>
              {axes.explained.map((part, axis) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its number
                <NumberHead key={axis} sort={sort} by={String(axis)}>
                  Axis {axis + 1} ({formatShare(part)})
                </NumberHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((study) => (
              <tr key={study.name}>
                <th scope="row">{study.name}</th>
                {study.places.map((place, axis) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its number
                  <td key={axis} className={shared.number}>
                    {formatDecimal(place, 4)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={`${shared.faint} ${classes.options}`}>
        From the frequencies of {plural(axes.n_variants, "variant")} that all studies report. Shares refer to the
        variation between studies.
      </p>
    </Card>
  );
}
