import { formatDecimal, formatShare, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../meta.module.css";
import type { MetaSummary } from "../summary";

/** The positions of the studies on the axes of genetic variation of a meta-regression. */
export function AxesCard({ axes }: { axes: NonNullable<MetaSummary["axes"]> }) {
  return (
    <Card title="Axes of genetic variation" flush>
      <ScrollRegion label="Axes of genetic variation, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Study</th>
              {axes.explained.map((part, axis) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its number
                <th key={axis} scope="col" className={shared.number}>
                  Axis {axis + 1} ({formatShare(part)})
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {axes.studies.map((study) => (
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
