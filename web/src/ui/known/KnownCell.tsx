import { type KnownLocus, knownText, nearText } from "./known";
import classes from "./known.module.css";

/**
 * A table cell with whether a locus is known, and the nearest publication, of the same trait if
 * there is one.
 */
export function KnownCell({ locus }: { locus: KnownLocus | undefined }) {
  if (!locus) return <td>–</td>;
  const near = locus.same_trait ?? locus.nearest;
  if (!locus.known || !near) return <td>New</td>;
  return (
    <td title={knownText(locus)}>
      <a
        className={classes.link}
        href={`https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(near.pubmed_id)}/`}
        target="_blank"
        rel="noreferrer"
        onClick={(event) => event.stopPropagation()}
      >
        Known
      </a>
      <span className={classes.near}>{nearText(locus)}</span>
      <div className={classes.trait}>{near.trait}</div>
    </td>
  );
}
