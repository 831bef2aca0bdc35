import { json } from "@codemirror/lang-json";
import { type Diagnostic, linter, lintGutter } from "@codemirror/lint";
import { Button, useComputedColorScheme } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import CodeMirror, { EditorView } from "@uiw/react-codemirror";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { z } from "zod/mini";
import type { Table } from "@/api/pages/tables";
import { type DraftKind, useDraft } from "@/lib/browser/draft";
import { styleNonce } from "@/lib/browser/runtime-config";
import { documentSchema, type PageDocument } from "@/lib/document/document";
import { plural } from "@/lib/format/format";
import { useAccountId } from "@/lib/permission";
import { TextButton } from "@/ui/action/TextButton";
import { Notice } from "@/ui/state/Notice";
import classes from "../builder.module.css";
import type { Problems } from "../problems";
import { type JsonProblem, problemsOfText } from "./check";
import { ImportExport } from "./ImportExport";

const takenAfterMs = 300;
const draft: DraftKind<string> = { name: "page-json", version: 1, shape: z.string() };

interface Props {
  document: PageDocument;
  problems: Problems;
  table: Table;
  /** Id of the page. */
  page: string;
  onDocument: (document: PageDocument) => void;
}

const written = (document: PageDocument) => `${JSON.stringify(document, null, 2)}\n`;

/**
 * The document as text. Valid text is applied to the page immediately. Invalid text stays as typed,
 * with the error marked, and is stored in this browser.
 */
export function JsonTab({ document, problems, table, page, onDocument }: Props) {
  const kept = useDraft(draft, { account: useAccountId(), object: page });
  const [typed, setTyped] = useState(kept.restored);
  const mine = useRef<PageDocument>(undefined);
  const text = typed ?? written(document);
  const found = useMemo(() => problemsOfText(text, problems), [text, problems]);
  const unread = found.filter(({ unreadable }) => unreadable);

  // A change from elsewhere, such as undo, shows; but nothing takes away what cannot be read yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each document
  useEffect(() => {
    if (typed !== undefined && unread.length === 0 && mine.current !== document) setTyped(undefined);
  }, [document]);

  const take = useDebouncedCallback(
    (next: string) => {
      const read = readText(next);
      kept.keep(read ? undefined : next);
      if (!read || written(read) === written(document)) return;
      mine.current = read;
      onDocument(read);
    },
    { delay: takenAfterMs, flushOnUnmount: true },
  );

  function forget() {
    take.cancel();
    kept.discard();
    setTyped(undefined);
  }

  const [first] = unread;
  const keys = useId();
  return (
    <div className={classes.json}>
      <ImportExport document={document} table={table} onDocument={onDocument} />
      {first && (
        <Notice tone="warn" title="The page does not show this text yet">
          Line {first.line}: {first.text} Your input is kept. <TextButton onClick={forget}>Discard the text</TextButton>
        </Notice>
      )}
      <div className={classes.editorBox}>
        <CodeMirror
          value={text}
          height="60vh"
          // Keyboard users leave it with Tab, like every control.
          indentWithTab={false}
          theme={useComputedColorScheme("light")}
          extensions={useExtensions(found, keys)}
          onChange={(next) => {
            if (next === text) return;
            setTyped(next);
            take(next);
          }}
        />
      </div>
      <p id={keys} className={classes.note}>
        Tab and Shift+Tab leave the text. Ctrl+] and Ctrl+[ indent and unindent a line.
      </p>
      <ProblemList found={found} />
    </div>
  );
}

/** The document of a text; undefined while it is invalid. */
function readText(text: string): PageDocument | undefined {
  try {
    const read = documentSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

function useExtensions(found: readonly JsonProblem[], describedBy: string) {
  return useMemo(
    () => [
      json(),
      lintGutter(),
      EditorView.cspNonce.of(styleNonce()),
      EditorView.lineWrapping,
      colours,
      EditorView.contentAttributes.of({
        "aria-label": "Document of the page",
        "aria-describedby": describedBy,
        tabindex: "0",
      }),
      linter(
        ({ state }) =>
          found.map(({ from, to, severity, text }): Diagnostic => {
            const end = state.doc.length;
            return { from: Math.min(from, end), to: Math.min(to, end), severity, message: text };
          }),
        { delay: 0 },
      ),
    ],
    [found, describedBy],
  );
}

/**
 * Backgrounds and text colours of the page around the editor; marks have the colours of its light
 * or dark theme.
 */
const colours = EditorView.theme({
  "&.cm-editor": { color: "var(--co-text)", backgroundColor: "var(--co-surface)" },
  "&.cm-editor .cm-scroller": { fontFamily: "var(--co-mono)", fontSize: "13px" },
  "&.cm-editor .cm-gutters": { color: "var(--co-muted)", backgroundColor: "var(--co-sunken)" },
  "&.cm-editor .cm-activeLine": { backgroundColor: "var(--co-sunken)" },
  "&.cm-editor .cm-activeLineGutter": { color: "var(--co-text)", backgroundColor: "var(--co-sunken)" },
});

const shownAtFirst = 10;

/** The same problems as a list, for users who cannot see the marks. */
function ProblemList({ found }: { found: readonly JsonProblem[] }) {
  const [all, setAll] = useState(false);
  if (found.length === 0) return <p className={classes.ready}>✓ The document has no problems</p>;
  return (
    <section aria-label="Problems of the document">
      <p className={classes.note}>{plural(found.length, "problem")}</p>
      <ul className={classes.bullets}>
        {found.slice(0, all ? undefined : shownAtFirst).map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            Line {line}: {text}
          </li>
        ))}
      </ul>
      {!all && found.length > shownAtFirst && (
        <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
          Show all
        </Button>
      )}
    </section>
  );
}
