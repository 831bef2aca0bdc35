import { Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { HermesUploadRow, PortalConfig } from "@/api/hermes/hermes";
import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import shared from "@/ui/data.module.css";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { labelOf, sizeWords } from "../../qc/words";
import classes from "../meta.module.css";
import { sizesOf } from "../sizes";
import type { Draft } from "./draft";
import type { Doubt } from "./warnings";

interface Props {
  uploads: HermesUploadRow[];
  config: PortalConfig | undefined;
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  doubts: Doubt[];
  /** How many submissions of the choice, as of an earlier run, are not accepted any more. */
  gone: number;
  /** It is not known yet what may be wrong with the choice. */
  looking: boolean;
  /** What could not be asked about the choice. */
  unknown: { error: unknown; refetch: () => unknown } | undefined;
  options: Draft["options"];
  onOptions: (change: Partial<Draft["options"]>) => void;
  /** Shown once "Next" was refused. */
  problem: string | undefined;
}

const numbers = {
  size: (upload: HermesUploadRow) => upload.n_total,
  variants: (upload: HermesUploadRow) => upload.run?.rows_clean,
  lambda: (upload: HermesUploadRow) => upload.run?.lambda_gc,
};

/** Which accepted submissions to combine; doubts about the choice are shown immediately. */
export function DatasetsStep(props: Props) {
  const { uploads, chosen, onChosen, doubts, gone, looking, unknown, problem } = props;
  const sort = useRowSort(uploads, numbers);
  const all = uploads.length > 0 && chosen.length === uploads.length;
  const toggle = (id: string) => onChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <div>
      <div className={classes.stepHead} id="ma-datasets" tabIndex={-1}>
        Which submissions? <span className={shared.faint}>{chosenWords(uploads, chosen)}</span>
      </div>
      <ScrollRegion label="Accepted submissions" className={`${shared.scroll} ${classes.framed}`}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  aria-label="All submissions"
                  checked={all}
                  indeterminate={chosen.length > 0 && !all}
                  onChange={() => onChosen(all ? [] : uploads.map((upload) => upload.id))}
                />
              </th>
              <th scope="col">Submission</th>
              <th scope="col">Cohort</th>
              <th scope="col">Ancestry</th>
              <th scope="col">Sex</th>
              <NumberHead sort={sort} by="size">
                Size
              </NumberHead>
              <NumberHead sort={sort} by="variants">
                Variants
              </NumberHead>
              <NumberHead sort={sort} by="lambda">
                λ
              </NumberHead>
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((upload) => (
              <Row key={upload.id} {...props} upload={upload} onToggle={() => toggle(upload.id)} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {gone > 0 && (
        <div className={classes.doubts}>
          <Notice
            tone="warn"
            title={`${plural(gone, "submission")} of this choice ${gone === 1 ? "is" : "are"} left out`}
          >
            Only accepted submissions are combined, and {gone === 1 ? "it is not" : "they are not"} any more.
          </Notice>
        </div>
      )}
      <Doubts {...props} doubts={doubts.filter((doubt) => doubt.code !== "few")} />
      {looking && <p className={classes.source}>Checking this choice…</p>}
      {unknown && (
        <Notice tone="fail" title="This choice could not be checked" alert>
          {messageOf(unknown.error)} Your choices are kept.{" "}
          <button type="button" className={classes.jump} onClick={() => unknown.refetch()}>
            Check again
          </button>
        </Notice>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function chosenWords(uploads: HermesUploadRow[], chosen: readonly string[]): string {
  const picked = uploads.filter((upload) => chosen.includes(upload.id));
  const { people, cases, counted } = sizesOf(picked);
  const part = counted < picked.length ? ` in ${formatCount(counted)} of them` : "";
  const size = counted > 0 ? `, ${plural(cases, "case")}${part}` : "";
  return `${plural(picked.length, "submission")} chosen${picked.length ? `, ${plural(people, "person", "people")}${size}` : ""}`;
}

function Row({ upload, config, chosen, onToggle }: Props & { upload: HermesUploadRow; onToggle: () => void }) {
  const picked = chosen.includes(upload.id);
  return (
    <tr className={picked ? shared.chosen : undefined}>
      <td>
        <Checkbox aria-label={upload.dataset_name} checked={picked} onChange={onToggle} />
      </td>
      <td className={shared.wrap}>
        <Link to="/hermes/qc/$id" params={{ id: upload.id }} target="_blank">
          {upload.dataset_name}
        </Link>
      </td>
      <td className={classes.cohort}>{upload.cohort}</td>
      <td>{labelOf(config?.ancestries, upload.ancestry)}</td>
      <td>{labelOf(config?.sexes, upload.sex)}</td>
      <td className={`${shared.number} ${classes.size}`}>{sizeWords(upload)}</td>
      <td className={shared.number}>{formatCount(upload.run?.rows_clean)}</td>
      <td className={shared.number}>{formatDecimal(upload.run?.lambda_gc)}</td>
    </tr>
  );
}

/** What must change, what must be confirmed, and what was. */
const toneOf = (confirmable: boolean, blocks: boolean) => {
  if (!confirmable) return "fail";
  return blocks ? "warn" : "neutral";
};

function Doubts({ doubts, options, onOptions }: Pick<Props, "doubts" | "options" | "onOptions">) {
  return (
    <div className={classes.doubts} aria-live="polite">
      {doubts.map(({ code, title, sentences, advice, confirm, blocks }) => (
        <Notice key={code} tone={toneOf(confirm !== undefined, blocks)} title={title}>
          <ul className={classes.findings}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {advice}
          {confirm && (
            <Checkbox
              mt={8}
              id={`ma-caution-${code}`}
              label={confirm.label}
              checked={confirm.given(options)}
              onChange={(event) => onOptions(confirm.set(event.currentTarget.checked))}
            />
          )}
        </Notice>
      ))}
    </div>
  );
}
