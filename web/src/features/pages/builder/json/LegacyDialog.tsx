import { Button, Group, Stack, Textarea, VisuallyHidden } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Table } from "@/api/pages/tables";
import type { PageDocument } from "@/lib/document/document";
import { exportLegacy, faultOf, importLegacy, type Note } from "@/lib/document/legacy";
import { plural } from "@/lib/format/format";
import { saveText } from "@/lib/text/csv";
import { Copy } from "@/ui/action/Copy";
import { TextButton } from "@/ui/action/TextButton";
import { Modal } from "@/ui/dialog/Modal";
import { toastDone } from "@/ui/dialog/toast";
import { Notice } from "@/ui/state/Notice";
import classes from "../builder.module.css";

interface Props {
  document: PageDocument;
  table: Table;
  onDocument: (document: PageDocument) => void;
  onClose: () => void;
}

const parts = [
  { name: "table", label: "Table format" },
  { name: "filters", label: "Filters" },
  { name: "plots", label: "Plot" },
] as const;

const mono = { input: { fontFamily: "var(--co-mono)", fontSize: 12.5 } };

/** The three texts of older builders: what they say becomes this page, or this page is said by them. */
export function LegacyDialog({ document, table, onDocument, onClose }: Props) {
  const said = useMemo(() => exportLegacy(document), [document]);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const filled = useMemo(() => Object.values(texts).filter((text) => text.trim() !== ""), [texts]);
  const whole = filled.every((text) => faultOf(text) === undefined);
  const read = useMemo(
    () => (filled.length > 0 && whole ? importLegacy(filled, table) : undefined),
    [filled, whole, table],
  );

  function take() {
    if (!read) return;
    onDocument({ ...read.document, title: read.document.title || document.title });
    toastDone("The page was replaced by the texts. Undo restores it.");
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title="Texts of older builders" size="xl">
      <Stack gap="md">
        {parts.map(({ name, label }) => (
          <div key={name}>
            <Textarea
              label={label}
              placeholder={said.texts[name]}
              rows={4}
              spellCheck={false}
              styles={mono}
              value={texts[name] ?? ""}
              error={texts[name]?.trim() ? faultOf(texts[name]) : undefined}
              onChange={({ currentTarget: { value } }) => setTexts((before) => ({ ...before, [name]: value }))}
            />
            <Group gap="md" mt={4}>
              <Copy value={said.texts[name]} what={label} label="Copy this page" />
              <TextButton onClick={() => saveText(`${name}.json`, said.texts[name], "application/json")}>
                Save it as a file<VisuallyHidden> {label}</VisuallyHidden>
              </TextButton>
            </Group>
          </div>
        ))}
        <Notes title="Not carried over into the texts" notes={said.notes} />
        {read && <Notes title="Not carried over into the page" notes={read.notes.filter(({ broken }) => !broken)} />}
        {read && <Notes title="Kept, to correct in the page" notes={read.notes.filter(({ broken }) => broken)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button disabled={!read} onClick={take}>
            Import the texts
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Notes({ title, notes }: { title: string; notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <Notice tone="warn" title={`${title}: ${plural(notes.length, "part")}`}>
      <ul className={classes.bullets}>
        {notes.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
