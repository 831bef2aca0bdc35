import type { BioIndex } from "@/api/bioindex/bioindex";
import { plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { readSchema, schemaWords } from "../schema";
import classes from "./page.module.css";
import { rsWords } from "./question";

/** Which columns a query is answered by; of an index that is not built, those that it is to have. */
export function KeysCard({ index: { build, schema } }: { index: BioIndex }) {
  if (!build) {
    return (
      <Card title="Planned index">
        <p className={classes.plain}>{schemaWords(readSchema(schema))}</p>
        <p className={classes.note}>
          Schema <code className={classes.code}>{schema}</code>
        </p>
      </Card>
    );
  }
  const { keys, locus, skipped = 0 } = build;
  const rs = rsWords(build);
  return (
    <Card flush title="Indexed columns" aside={skipped > 0 && `${plural(skipped, "row")} without a key`}>
      <table className={data.table}>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Column</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ columns }, at) => (
            <tr key={columns.join("|")}>
              <th scope="row">Value {at + 1}</th>
              <td className={classes.cell}>{columns.join(" or ")}</td>
            </tr>
          ))}
          {locus && (
            <tr>
              <th scope="row">{locus.end ? "Region" : "Position"}</th>
              <td className={classes.cell}>{locus.text}</td>
            </tr>
          )}
        </tbody>
      </table>
      {rs && <p className={data.emptyNote}>{rs}</p>}
    </Card>
  );
}
