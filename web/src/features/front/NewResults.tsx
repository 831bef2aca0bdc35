import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { codesQuery } from "@/api/datasets/datasets";
import { type PublicDatasetRow, publicDatasetsQuery } from "@/api/datasets/public";
import { formatBytes, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { Day } from "@/ui/Day";
import { Answered, inCard } from "@/ui/state/Answered";
import classes from "./front.module.css";
import { newest } from "./newest";
import { ResultPlot } from "./ResultPlot";

/** The public data sets that changed last. */
export function NewResults() {
  const answer = useQuery(publicDatasetsQuery(newest));
  return (
    <section aria-labelledby="front-new">
      <div className={classes.head}>
        <h2 className={classes.heading} id="front-new">
          New results
        </h2>
        <Link to="/p/datasets">All public data</Link>
      </div>
      <div className={classes.newest}>
        <Answered what="the newest results" answer={answer} rows={2} frame={inCard()}>
          {({ items }) =>
            items.length === 0 ? (
              <Card>
                <p className={classes.nothing}>
                  Nothing is public yet. Public data sets appear here, to view, download and cite without an account.
                </p>
              </Card>
            ) : (
              <ul className={classes.cards}>
                {items.map((row) => (
                  <li key={row.id}>
                    <Card>
                      <Result row={row} />
                    </Card>
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
      </div>
    </section>
  );
}

function Result({ row }: { row: PublicDatasetRow }) {
  const codes = useQuery(codesQuery).data;
  const ancestry = codes?.ancestry.find(({ value }) => value === row.ancestry)?.label ?? row.ancestry;
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.result}>
          <Link to="/p/datasets/$id" params={{ id: row.id }}>
            {row.title}
          </Link>
        </h3>
        <span className={classes.day}>
          <Day at={row.updated_at} />
        </span>
      </div>
      <p className={classes.detail}>
        {ancestry} · {plural(row.global_sample_size, "person", "people")}
        {row.files > 0 && ` · ${plural(row.files, "file")}, ${formatBytes(row.bytes)}`}
      </p>
      <ResultPlot id={row.id} />
    </>
  );
}
