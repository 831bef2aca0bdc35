import type { Inspection } from "@/lib/sumstats/contract";
import { ScrollRegion } from "../table/ScrollRegion";
import classes from "./sumstats.module.css";

interface SampleTableProps {
  inspection: Inspection;
  /** Headers of the columns to show; all without it. */
  columns?: string[];
  rows: number;
  label: string;
}

/** The first rows of the file, unchanged. */
export function SampleTable({ inspection, columns, rows, label }: SampleTableProps) {
  const { header, sample_rows } = inspection;
  const shown = header.map((name, at) => ({ name, at })).filter(({ name }) => columns?.includes(name) ?? true);
  if (sample_rows.length === 0 || shown.length === 0) return null;
  return (
    <ScrollRegion label={label} className={classes.sampleScroll}>
      <table className={classes.sample}>
        <thead>
          <tr>
            {shown.map(({ name, at }) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample_rows.slice(0, rows).map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other name and never move
            <tr key={line}>
              {shown.map(({ at }) => (
                <td key={at}>{row[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
