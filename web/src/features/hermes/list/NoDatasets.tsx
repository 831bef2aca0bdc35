import { Anchor } from "@mantine/core";
import { useMay } from "@/lib/permission";
import { examples } from "@/lib/route/examples";
import { ButtonLink } from "@/ui/action/links";
import { EmptyState } from "@/ui/state/states";

/** What this place is for, before there is anything in it. */
export function NoDatasets() {
  const mayUpload = useMay("uploadData");
  if (!mayUpload) {
    return (
      <EmptyState title="No submissions yet">
        Files of summary statistics appear here when a cohort uploads them, with their quality report and status.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No submissions yet"
      actions={
        <>
          <ButtonLink to="/hermes/new">Upload the first file</ButtonLink>
          <ButtonLink to="/hermes/new/bulk" variant="default">
            Upload several files
          </ButtonLink>
          <Anchor href={examples.summaryStatistics} download>
            Example file
          </Anchor>
        </>
      }
    >
      Upload the summary statistics of a GWAS as your software wrote them. Columns are recognised and every row is
      checked. This page shows whether the file is accepted, and if not, why.
    </EmptyState>
  );
}
