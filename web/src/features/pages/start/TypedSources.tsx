import { Button, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { z } from "zod/mini";
import type { TableSource } from "@/api/pages/tables";
import { type DraftKind, useDraft } from "@/lib/browser/draft";
import { formatCount } from "@/lib/format/format";
import { useAccountId } from "@/lib/permission";
import { Card } from "@/ui/Card";
import classes from "./start.module.css";

interface Props {
  onSource: (source: TableSource) => void;
}

/** Letters that a call takes. */
const longest = 900_000;
const draft: DraftKind<string> = { name: "page-text", version: 1, shape: z.string() };

/** Rows that are pasted. */
export function TextSource({ onSource }: Props) {
  const kept = useDraft(draft, { account: useAccountId(), object: "new" });
  const [text, setText] = useState(kept.restored ?? "");
  const [wrong, setWrong] = useState<string>();

  function type(next: string) {
    setText(next);
    setWrong(undefined);
    kept.keep(next || undefined);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") return setWrong("Paste a table, its header first.");
    if (text.length > longest) {
      return setWrong(
        `At most ${formatCount(longest)} characters can be pasted. Save the table as a file and choose the file.`,
      );
    }
    onSource({ kind: "text", name: "Pasted table", text });
  }

  return (
    <Card title="Paste a table">
      <form className={classes.stack} onSubmit={submit} noValidate>
        <Textarea
          label="Rows, the header first"
          description="From a spreadsheet, or as CSV, TSV or JSON"
          rows={5}
          spellCheck={false}
          value={text}
          error={wrong}
          styles={{ input: { fontFamily: "var(--co-mono)", fontSize: 12.5 } }}
          onChange={({ currentTarget: { value } }) => type(value)}
        />
        <Button type="submit" variant="default" className={classes.start}>
          Read table
        </Button>
      </form>
    </Card>
  );
}

/** A table on the web, fetched once. */
export function AddressSource({ address = "", onSource }: Props & { address?: string | undefined }) {
  const [url, setUrl] = useState(address);
  const [wrong, setWrong] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = url.trim();
    const fits = /^https?:\/\/\S+\.\S+/i.test(typed);
    setWrong(!fits);
    if (fits) onSource({ kind: "url", url: typed });
  }

  return (
    <Card title="A table on the web">
      <form className={classes.address} onSubmit={submit} noValidate>
        <TextInput
          label="Its address"
          description="The server fetches it once. Addresses in private networks are refused."
          inputWrapperOrder={["label", "description", "input", "error"]}
          placeholder="https://…"
          value={url}
          error={wrong && "Enter a full address that begins with https://."}
          onChange={({ currentTarget: { value } }) => {
            setUrl(value);
            setWrong(false);
          }}
        />
        <Button type="submit" variant="default">
          Fetch table
        </Button>
      </form>
    </Card>
  );
}
