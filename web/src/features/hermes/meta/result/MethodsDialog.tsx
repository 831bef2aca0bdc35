import { useQuery } from "@tanstack/react-query";
import { portalConfigQuery } from "@/api/hermes/hermes";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { labelOf } from "../../qc/words";
import { CopyDialog } from "../../report/CopyDialog";
import { methodsText } from "./methods";

interface Props {
  meta: MetaAnalysis;
  summary: NonNullable<MetaAnalysis["summary"]>;
  onClose: () => void;
}

/** The paragraph that describes an analysis, to take along. */
export function MethodsDialog({ meta, summary, onClose }: Props) {
  const ancestries = useQuery(portalConfigQuery).data?.ancestries;
  return (
    <CopyDialog
      title="Methods text"
      text={methodsText(meta, summary, (code) => labelOf(ancestries, code))}
      prose
      onClose={onClose}
    >
      Written from the options and counts of this run.
    </CopyDialog>
  );
}
