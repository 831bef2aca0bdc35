import { Link } from "@tanstack/react-router";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { plural } from "@/lib/format/format";
import { useMay } from "@/lib/permission";
import { ButtonLink } from "@/ui/action/links";
import { Notice } from "@/ui/state/Notice";
import { changedWords } from "../words";

/** Inputs that have changed since; nothing where the result has the current inputs. */
export function InputChanges({ meta }: { meta: MetaAnalysis }) {
  const mayRun = useMay("runMetaAnalysis");
  if (meta.input_changes.length === 0) return null;
  return (
    <Notice tone="warn" title={`Input changed since: ${plural(meta.input_changes.length, "submission")}`}>
      {meta.input_changes.map((change) => (
        <div key={change.upload_id}>
          <Link to="/hermes/qc/$id" params={{ id: change.upload_id }}>
            {change.dataset_name}
          </Link>
          : {changedWords(change)}
        </div>
      ))}
      {mayRun && (
        <ButtonLink size="compact-sm" variant="default" to="/hermes/ma/new" search={{ from: meta.id }}>
          Run again with the current inputs
        </ButtonLink>
      )}
    </Notice>
  );
}
