import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { archivePath } from "@/api/sgc";
import { saveSgcFile } from "@/api/sgc-files";
import { formatBytes, formatBytesOf } from "@/lib/format";
import { Refused } from "@/ui/Refused";
import classes from "./consortium.module.css";

interface Props {
  size: number | undefined;
  /** When it was made; names the file. */
  at: string;
}

/** Downloads the archive, whose size is said before, and the amount meanwhile. */
export function ArchiveDownload({ size, at }: Props) {
  const [done, setDone] = useState(0);
  const download = useMutation({
    mutationFn: () => saveSgcFile(archivePath, `sgc-archive-${at.slice(0, 10)}.zip`, setDone),
    onMutate: () => setDone(0),
  });
  return (
    <>
      <Button disabled={download.isPending} onClick={() => download.mutate()}>
        {size === undefined ? "Download" : `Download (${formatBytes(size)})`}
      </Button>
      {download.isPending && (
        <span className={classes.received} role="status">
          {size ? `${formatBytesOf(done, size)} read` : `${formatBytes(done)} read`}; keep this page open.
        </span>
      )}
      <Refused error={download.error}>Nothing was saved; download it again.</Refused>
    </>
  );
}
