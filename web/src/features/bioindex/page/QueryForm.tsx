import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { BioIndexBuild } from "@/api/bioindex/bioindex";
import { buildName } from "@/lib/sumstats/build";
import { Tag } from "@/ui/Tag";
import { KeyField } from "./KeyField";
import classes from "./page.module.css";
import { locusWords, type Part, partsOf, plainLocus } from "./question";
import type { IndexSearch } from "./search";

interface Props {
  index: string;
  build: BioIndexBuild;
  search: IndexSearch;
  onAsk: (search: IndexSearch) => void;
}

const flanks = [
  { value: "0", label: "gene only" },
  { value: "10000", label: "10 kb around it" },
  { value: "100000", label: "100 kb around it" },
  { value: "500000", label: "500 kb around it" },
  { value: "1000000", label: "1 Mb around it" },
];

const placeholders: Record<Part["kind"], string> = {
  key: "the whole value, as in the file",
  locus: "4:111600000-111800000, PITX2 or 4:111602003",
  identifier: "as in the file",
};

/** A box for each value, in the order of the schema. */
export function QueryForm({ index, build, search, onAsk }: Props) {
  const parts = partsOf(build);
  const [values, setValues] = useState(() => parts.map((_, at) => search.q?.[at] ?? ""));
  const [flank, setFlank] = useState(search.flank ?? 0);
  const [tried, setTried] = useState(false);
  const at = parts.findIndex(({ kind }) => kind === "locus");
  const kind = at >= 0 ? locusWords(values[at] ?? "") : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const q = values.map((value, i) => (parts[i]?.kind === "locus" ? plainLocus(value) : value.trim()));
    if (q.every(Boolean)) onAsk({ q, flank: kind === "gene" && flank > 0 ? flank : undefined });
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {parts.map((part, i) =>
        part.kind === "key" ? (
          <div key={part.label} className={classes.key}>
            <KeyField
              index={index}
              build={build}
              label={part.label}
              value={values[i] ?? ""}
              before={values.slice(0, i)}
              placeholder={placeholders.key}
              error={tried && !values[i]?.trim() ? "Enter a value." : undefined}
              onValue={(value) => setValues((all) => all.with(i, value))}
            />
          </div>
        ) : (
          <TextInput
            key={part.label}
            className={part.kind === "locus" ? classes.locus : classes.key}
            label={part.label}
            description={
              part.kind === "locus" && build.genome_build
                ? `On ${buildName(build.genome_build)}, from 1, both ends included`
                : undefined
            }
            placeholder={placeholders[part.kind]}
            error={tried && !values[i]?.trim() ? "Enter a value." : undefined}
            value={values[i] ?? ""}
            spellCheck={false}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => setValues(values.with(i, value))}
          />
        ),
      )}
      {kind === "gene" && (
        <NativeSelect
          label="Take"
          data={flanks}
          value={String(flank)}
          onChange={(event) => setFlank(Number(event.currentTarget.value))}
        />
      )}
      {kind && (
        <span className={classes.kind}>
          <Tag tone={/^(ends|rs number)/.test(kind) ? "warn" : "info"}>{kind}</Tag>
        </span>
      )}
      <Button type="submit" className={classes.ask}>
        Query
      </Button>
    </form>
  );
}
