import { useCallback, useEffect, useState } from "react";
import { useDraft } from "@/lib/browser/draft";
import { type BatchFile, filled, type Seen, type Texts } from "./batch";
import { batchDraft, type Sheet } from "./draft";

const nothingSeen: Seen = {};

type Change = Partial<BatchFile> | ((file: BatchFile) => Partial<BatchFile>);

/**
 * The files of a batch and the shared values: stored as a draft, except for the state of this page.
 */
export function useBatchList(account: string) {
  const draft = useDraft(batchDraft, { account, object: "new" });
  const [shared, setSharedTexts] = useState<Texts>(() => filled(draft.restored?.shared ?? {}));
  const [files, setFiles] = useState<readonly BatchFile[]>(() => (draft.restored?.files ?? []) as BatchFile[]);
  const [sheet, setSheet] = useState<Sheet | undefined>(draft.restored?.sheet);
  const [seen, setSeen] = useState<ReadonlyMap<string, Seen>>(new Map());

  const { keep } = draft;
  const nothing = files.length === 0 && sheet === undefined && Object.keys(shared).length === 0;
  useEffect(
    () => keep(nothing ? undefined : { shared: shared as Record<string, string>, files: [...files] as never, sheet }),
    [keep, nothing, shared, files, sheet],
  );

  const change = useCallback((name: string, part: Change) => {
    const changed = (file: BatchFile) => ({ ...file, ...(typeof part === "function" ? part(file) : part) });
    setFiles((before) => before.map((file) => (file.name === name ? changed(file) : file)));
  }, []);
  const note = useCallback(
    (name: string, part: Seen) => setSeen((before) => new Map(before).set(name, { ...before.get(name), ...part })),
    [],
  );
  /** What the server refused is asked again once something was changed. */
  const retry = useCallback(
    () => setSeen((before) => new Map([...before].map(([name, one]) => [name, { ...one, refused: undefined }]))),
    [],
  );
  const drop = useCallback(
    (...names: string[]) => setFiles((before) => before.filter(({ name }) => !names.includes(name))),
    [],
  );

  return {
    files,
    shared,
    sheet,
    savedAt: draft.savedAt,
    setFiles,
    setSheet,
    change,
    note,
    drop,
    seenOf: (name: string): Seen => seen.get(name) ?? nothingSeen,
    setShared: useCallback(
      (texts: Texts) => {
        setSharedTexts(texts);
        retry();
      },
      [retry],
    ),
    /** Sets a typed value of one file. */
    say: useCallback(
      (name: string, part: Change) => {
        change(name, part);
        note(name, { refused: undefined });
      },
      [change, note],
    ),
    startOver: () => {
      draft.discard();
      setSharedTexts({});
      setFiles([]);
      setSheet(undefined);
      setSeen(new Map());
    },
  };
}

export type BatchList = ReturnType<typeof useBatchList>;
