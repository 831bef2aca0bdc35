import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { standingMetasQuery } from "@/api/hermes/meta";
import { formatDateTime } from "@/lib/format/format";
import { Notice } from "@/ui/state/Notice";
import classes from "../meta.module.css";
import type { Draft } from "./draft";
import { sameRun } from "./sameRun";

interface Props {
  chosen: readonly HermesUploadRow[];
  options: Draft["options"];
}

/** Points out that the same has been computed before; it can still be started. */
export function SameRun({ chosen, options }: Props) {
  const standing = useQuery(standingMetasQuery).data;
  const same = standing && sameRun(standing, chosen, options);
  if (!same) return null;
  return (
    <div className={classes.doubts}>
      <Notice tone="warn" title="This has been run before">
        <Link to="/hermes/ma/$id" params={{ id: same.id }}>
          {same.name}
        </Link>{" "}
        of {formatDateTime(same.created_at)} by {same.created_by} combines the same files with the same options, so its
        result is the same.
      </Notice>
    </div>
  );
}
