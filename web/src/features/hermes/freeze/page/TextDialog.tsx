import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Freeze, textsQuery } from "@/api/hermes/freezes";
import { CopyButton } from "@/ui/action/CopyButton";
import { Modal } from "@/ui/dialog/Modal";
import { Markdown } from "@/ui/Markdown";
import { Answered } from "@/ui/state/Answered";
import { CohortTable, cohortText } from "../CohortTable";
import { useAncestryName } from "../matrix";
import { type TextName, textTitles } from "./texts";

interface Props {
  freeze: Freeze;
  name: TextName;
  onClose: () => void;
}

/** One text of a freeze. It is copied as Markdown; the cohorts as a table that spreadsheets read. */
export function TextDialog({ freeze, name, onClose }: Props) {
  const answer = useQuery(textsQuery(freeze));
  const ancestryName = useAncestryName();
  return (
    <Modal opened onClose={onClose} title={textTitles[name].title} size="xl">
      <Answered what="the texts" answer={answer} rows={6}>
        {(texts) => (
          <Stack gap="md">
            {name === "cohorts" ? (
              <CohortTable cohorts={texts.cohorts} ancestryName={ancestryName} />
            ) : (
              <Markdown text={texts[name]} />
            )}
            <Group justify="flex-end">
              <CopyButton value={name === "cohorts" ? cohortText(texts.cohorts) : texts[name]} variant="filled" />
            </Group>
          </Stack>
        )}
      </Answered>
    </Modal>
  );
}
