import type { DatasetCodes } from "@/api/datasets";
import { ApiError } from "@/lib/api-error";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/Notice";
import { RowsSkeleton } from "@/ui/Skeletons";
import { ErrorState } from "@/ui/states";
import { PreviewCard } from "./PreviewCard";
import type { Import } from "./useImport";

interface Props {
  work: Import;
  codes: DatasetCodes;
}

const kept = "The sheet is kept in this browser, and no data set was changed.";

/** What the server makes of the sheet, as soon as there is one. */
export function PreviewPart({ work, codes }: Props) {
  const { preview, text, tooLong } = work;
  if (text.trim() === "" || tooLong) return null;
  if (preview.data) return <PreviewCard work={work} codes={codes} preview={preview.data} />;
  const { error } = preview;
  if (error instanceof ApiError && error.status === 422) {
    return (
      <Notice tone="fail" title="This cannot be read as a sheet" alert>
        {error.message}
      </Notice>
    );
  }
  return (
    <Card title="What would be done">
      {error ? (
        <ErrorState
          title="The sheet could not be checked"
          error={error}
          safe={kept}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <div role="status">
          Comparing the sheet with the data sets
          <RowsSkeleton rows={5} />
        </div>
      )}
    </Card>
  );
}
