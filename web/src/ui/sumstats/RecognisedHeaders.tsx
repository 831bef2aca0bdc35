import type { FieldDoc } from "@/lib/sumstats/contract";
import { standsInFor } from "@/lib/sumstats/mapping";
import { Modal } from "@/ui/dialog/Modal";
import classes from "./columns.module.css";

interface RecognisedHeadersProps {
  docs: FieldDoc[];
  opened: boolean;
  onClose: () => void;
}

/** Every recognised header, by field, from the server's table. */
export function RecognisedHeaders({ docs, opened, onClose }: RecognisedHeadersProps) {
  return (
    <Modal opened={opened} onClose={onClose} size="xl" title="Recognised headers">
      <p className={classes.range}>
        Capitals are ignored. A file with other headers can also be read: choose its columns by hand.
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Required</th>
            <th scope="col">Headers</th>
          </tr>
        </thead>
        <tbody>
          {docs.map((doc) => (
            <tr key={doc.field}>
              <th scope="row">
                <span className={classes.field}>{doc.label}</span>
                <div className={classes.range}>{doc.description}</div>
              </th>
              <td>{neededWords(doc, docs)}</td>
              <td className={classes.headers}>{doc.headers.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

function neededWords(doc: FieldDoc, docs: FieldDoc[]): string {
  if (doc.needed) return doc.instead.length > 0 ? "yes, or a field that can replace it" : "yes";
  const others = standsInFor(doc.field, docs);
  return others.length > 0 ? `no; can replace ${others.join(", ")}` : "no";
}
