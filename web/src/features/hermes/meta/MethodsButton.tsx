import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { portalConfigQuery } from "@/api/hermes";
import type { MetaAnalysis } from "@/api/meta";
import { labelOf } from "../qc/words";
import { CopyDialog } from "../report/CopyDialog";
import { methodsText } from "./methods";

/** Shows the paragraph that describes this analysis; nothing while there is no result. */
export function MethodsButton({ meta }: { meta: MetaAnalysis }) {
  const [open, setOpen] = useState(false);
  const ancestries = useQuery(portalConfigQuery).data?.ancestries;
  const { summary } = meta;
  if (meta.status !== "COMPLETED" || !summary) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Methods text
      </Button>
      {open && (
        <CopyDialog
          title="Methods text"
          text={methodsText(meta, summary, (code) => labelOf(ancestries, code))}
          prose
          onClose={() => setOpen(false)}
        >
          Written from the options and counts of this run.
        </CopyDialog>
      )}
    </>
  );
}
