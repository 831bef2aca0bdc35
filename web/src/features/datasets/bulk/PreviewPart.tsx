import type { DatasetCodes } from "@/api/datasets/datasets";
import { Card } from "@/ui/Card";
import { Answered, inCard } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { RowsSkeleton } from "@/ui/state/Skeletons";
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
  return (
    <Answered
      what="what would be done"
      answer={preview}
      loading={
        <Card title="Preview">
          <div role="status">
            Comparing the sheet with the data sets
            <RowsSkeleton rows={5} />
          </div>
        </Card>
      }
      frame={inCard("Preview")}
      title="The sheet could not be checked"
      safe={kept}
      refused={({ status, message }) =>
        status === 422 && (
          <Notice tone="fail" title="This cannot be read as a sheet" alert>
            {message}
          </Notice>
        )
      }
    >
      {(data) => <PreviewCard work={work} codes={codes} preview={data} />}
    </Answered>
  );
}
