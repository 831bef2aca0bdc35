import { useQuery } from "@tanstack/react-query";
import { type PublicFile, publicDatasetQuery, publicPlotQuery } from "@/api/datasets/public";
import { plural } from "@/lib/format/format";
import { formatP } from "@/ui/chart/words";
import classes from "./front.module.css";
import { mini, miniManhattan } from "./miniManhattan";

/** A small Manhattan plot of the first checked file of a public data set. Its place has one size in every state. */
export function ResultPlot({ id }: { id: string }) {
  const dataset = useQuery(publicDatasetQuery(id));
  const checked = dataset.data?.phenotypes.find(({ file }) => file?.check?.rows_in !== undefined);
  return (
    <div className={classes.plot}>
      {checked?.file ? (
        <Plot id={id} file={checked.file} phenotype={checked.description || checked.phenotype} />
      ) : (
        dataset.isFetched && <p className={classes.detail}>No results to plot yet.</p>
      )}
    </div>
  );
}

function Plot({ id, file, phenotype }: { id: string; file: PublicFile; phenotype: string }) {
  const { data, isFetched } = useQuery(publicPlotQuery(id, file, "manhattan"));
  if (!data) return isFetched && <p className={classes.detail}>This file has no figures.</p>;
  const drawn = miniManhattan(data);
  const label = `Manhattan plot of ${phenotype}: ${plural(data.n, "variant")}, strongest P ${formatP(data.max_y)}`;
  return (
    <svg viewBox={`0 0 ${mini.width} ${mini.height}`} role="img" aria-label={label}>
      <path className={classes.first} d={drawn.first} />
      <path className={classes.second} d={drawn.second} />
      <path className={classes.line} d={`M0 ${drawn.line}H${mini.width}`} />
      <path className={classes.significant} d={drawn.significant} />
    </svg>
  );
}
