import { Popover, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { CohortRow } from "@/api/sgc/sgc";
import { Tag } from "@/ui/Tag";
import { kinds } from "../../kinds";
import { kindWords, missingKinds } from "../../words";
import classes from "./list.module.css";

/** "3 of 5: missing Cases, female; Description". */
export function filesWords(row: CohortRow): string {
  const missing = missingKinds(row.kinds).map((kind) => kindWords[kind]);
  const there = `${row.kinds.length} of ${kinds.length}`;
  return missing.length > 0 ? `${there}: missing ${missing.join("; ")}` : there;
}

/** How many of the files are there; which are missing on a hover or a press. */
export function FilesCell({ row }: { row: CohortRow }) {
  const missing = missingKinds(row.kinds);
  if (missing.length === 0) return <Tag tone="pass">all {kinds.length}</Tag>;
  const none = row.kinds.length === 0;
  return (
    <Popover position="bottom-start" width={220}>
      <Popover.Target>
        <UnstyledButton className={classes.files} title={filesWords(row)}>
          <Tag tone={none ? "fail" : "warn"}>
            {none ? "none" : row.kinds.length} of {kinds.length}
          </Tag>
          <VisuallyHidden>
            , files of {row.name}: {filesWords(row)}
          </VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <strong>Missing</strong>
        <ul className={classes.missing}>
          {missing.map((kind) => (
            <li key={kind}>{kindWords[kind]}</li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
