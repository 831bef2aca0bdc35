import { Stack } from "@mantine/core";
import type { User } from "@/api/accounts/session";
import type { DatasetCodes } from "@/api/datasets/datasets";
import { PageHeader } from "@/ui/PageHeader";
import { ColumnsCard } from "./ColumnsCard";
import { PreviewPart } from "./PreviewPart";
import { ResultCard } from "./ResultCard";
import { SheetCard } from "./SheetCard";
import { useImport } from "./useImport";

interface Props {
  user: User;
  codes: DatasetCodes;
}

/** Registers and changes many data sets from a pasted sheet. */
export function ImportPage({ user, codes }: Props) {
  const work = useImport(user.id);
  const { result } = work;
  return (
    <>
      <PageHeader sub="Register and change many data sets from a sheet, one line each. The whole sheet is imported, or nothing." />
      <Stack gap={16}>
        {result ? (
          <ResultCard work={work} result={result} />
        ) : (
          <>
            <SheetCard work={work} />
            <PreviewPart work={work} codes={codes} />
            <ColumnsCard codes={codes} open={work.text.trim() === ""} />
          </>
        )}
      </Stack>
    </>
  );
}
