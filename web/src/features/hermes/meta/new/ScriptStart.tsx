import { useMutation } from "@tanstack/react-query";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { readMetalScript } from "@/api/hermes/meta-calls";
import { plural } from "@/lib/format/format";
import { examples } from "@/lib/route/examples";
import { FileDrop } from "@/ui/form/FileDrop";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import classes from "../meta.module.css";
import { type TakenScript, takeScript } from "./metalScript";

interface Props {
  accepted: readonly HermesUploadRow[];
  onTaken: (taken: TakenScript) => void;
}

/** For who has a METAL script: its choices instead of a blank form. */
export function ScriptStart({ accepted, onTaken }: Props) {
  const read = useMutation({
    mutationFn: async (file: File) => takeScript(file.name, await readMetalScript(await file.text()), accepted),
    onSuccess: onTaken,
  });
  return (
    <div className={classes.scriptStart}>
      <FileDrop
        id="ma-script"
        example={examples.metalScript}
        label="Start from a METAL script"
        compact
        busy={read.isPending}
        error={read.error ? messageOf(read.error) : undefined}
        onFile={(file) => read.mutate(file)}
      >
        Fills in the scheme, genomic control, filters and the submissions that match its file names.
      </FileDrop>
    </div>
  );
}

/** What was taken from a script, and line by line what was not. */
export function ScriptReport({ taken }: { taken: TakenScript }) {
  const changed = taken.findings.filter((finding) => finding.changes_result);
  const printed = taken.findings.filter((finding) => !finding.changes_result);
  const lost = changed.length + taken.missing.length > 0;
  return (
    <div className={classes.scriptReport}>
      <Notice tone={lost ? "warn" : "info"} title={`From ${taken.name}`} alert>
        {taken.found.length > 0
          ? `${plural(taken.found.length, "submission")}: ${taken.found.join(", ")}. `
          : "None of its files is an accepted submission. "}
        Options match the script. As in METAL, variants of one study count, and A/T and C/G variants are used as stated.
        <Lines title="Not found" lines={taken.missing} />
        <Lines title="Not supported (changes the result)" lines={changed.map(lineOf)} />
        <Lines title="Not needed" lines={printed.map(lineOf)} />
      </Notice>
    </div>
  );
}

const lineOf = ({ line, text, message }: TakenScript["findings"][number]): string =>
  line > 0 ? `Line ${line}, ${text}: ${message}.` : `${message}.`;

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <div className={classes.scriptTitle}>{title}</div>
      <ul className={classes.reasons}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
