import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReferenceFile, referenceQuery, removeReference } from "@/api/server/reference";
import { setupQuery } from "@/api/server/setup";
import { formatBytes, plural } from "@/lib/format/format";
import { GuardedButton } from "@/ui/action/GuardedButton";
import data from "@/ui/data.module.css";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { Tag } from "@/ui/Tag";
import { CardRows } from "@/ui/table/CardRows";
import type { TableColumn } from "@/ui/table/column";
import { TableRows } from "@/ui/table/TableRows";
import classes from "./reference.module.css";
import { buildWords, ofWords, rowWords, typeWords, usedWords, useWords } from "./words";

/** Installed and built-in data. */
export function InstalledTable({ items }: { items: readonly ReferenceFile[] }) {
  const narrow = useMediaQuery("(max-width: 900px)", undefined, { getInitialValueInEffect: false });
  const Rows = narrow ? CardRows : TableRows;
  return (
    <Rows
      caption="Reference data"
      columns={columns}
      rows={items}
      rowKey={(file) => file.name}
      search={{}}
      onSearch={() => undefined}
    />
  );
}

const columns: TableColumn<ReferenceFile>[] = [
  { id: "name", label: "Name", role: "title", cell: (file) => file.name },
  {
    id: "type",
    label: "Type",
    cell: (file) => (
      <>
        {typeWords[file.type]}
        {!file.in_use && (
          <div>
            <Tag tone="neutral">Not in use</Tag>
          </div>
        )}
      </>
    ),
  },
  { id: "build", label: "Genome build", cell: buildWords },
  {
    id: "contents",
    label: "Contents",
    cell: (file) => (
      <>
        {rowWords(file)}
        {ofWords(file) && <div className={data.faint}>{ofWords(file)}</div>}
      </>
    ),
  },
  {
    id: "used",
    label: "Used by",
    cell: (file) => {
      const words = usedWords(file);
      return words === "–" ? words : <div className={classes.used}>{words}</div>;
    },
    card: "named",
  },
  {
    id: "origin",
    label: "Version and licence",
    card: "named",
    cell: ({ version, licence, sha256, size, added_by }) => (
      <div className={classes.origin}>
        {version}
        {licence && <div className={data.faint}>{licence}</div>}
        {sha256 && (
          <div className={data.mono} title={sha256}>
            SHA-256 {sha256.slice(0, 12)}…
          </div>
        )}
        {size !== undefined && (
          <div className={data.faint}>
            {formatBytes(size)}, installed by {added_by}
          </div>
        )}
      </div>
    ),
  },
  {
    id: "actions",
    label: "Actions",
    role: "menu",
    cell: (file) => (file.inside ? <span className={data.faint}>Part of the program</span> : <Remove file={file} />),
  },
];

function Remove({ file }: { file: ReferenceFile }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeReference(file.name),
    onSuccess: () => toastDone(`${file.name} was removed.`),
    onError: (error) => toastError(`${file.name} was not removed`, error),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: referenceQuery.queryKey }),
        queries.invalidateQueries({ queryKey: setupQuery.queryKey }),
      ]),
  });

  async function ask() {
    const yes = await confirm({
      title: `Remove ${file.name}?`,
      children: `${useWords[file.type]} New jobs run without it. To restore it, upload it again.`,
      confirm: "Remove",
      danger: true,
    });
    if (yes) remove.mutate();
  }

  if (file.kept) {
    const reason = `The current report of ${plural(file.used_by, "file")} used it. Run QC again with other reference data first.`;
    return (
      <GuardedButton variant="default" size="xs" action={{ allowed: false, reason }} onClick={() => undefined}>
        Remove
      </GuardedButton>
    );
  }
  return (
    <Button variant="default" size="xs" loading={remove.isPending} onClick={() => void ask()}>
      Remove
    </Button>
  );
}
