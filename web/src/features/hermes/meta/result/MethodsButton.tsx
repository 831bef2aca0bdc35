import { Button } from "@mantine/core";
import { useState } from "react";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { late } from "@/ui/state/late";

const MethodsDialog = late(() => import("./MethodsDialog").then((part) => part.MethodsDialog));

/** Shows the paragraph that describes this analysis; nothing while there is no result. */
export function MethodsButton({ meta }: { meta: MetaAnalysis }) {
  const [open, setOpen] = useState(false);
  const { summary } = meta;
  if (meta.status !== "COMPLETED" || !summary) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Methods text
      </Button>
      {open && <MethodsDialog meta={meta} summary={summary} onClose={() => setOpen(false)} />}
    </>
  );
}
