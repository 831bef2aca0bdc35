import { Select } from "@mantine/core";
import type { BrowseResult } from "@/api/browse/compare";
import { markedTitle } from "@/lib/status";
import classes from "./compare.module.css";
import type { CompareSearch } from "./search";

interface Props {
  results: readonly BrowseResult[];
  up: string | undefined;
  down: string | undefined;
  onChange: (change: Partial<CompareSearch>) => void;
}

/** Which result is drawn upwards and which downwards. Once one is chosen, the other offers those of its genome build. */
export function ResultChoice({ results, up, down, onChange }: Props) {
  const changed = (change: Partial<CompareSearch>) => onChange({ ...change, effects: undefined, loci: undefined });
  return (
    <div className={classes.choice}>
      <One label="Up" results={results} value={up} other={down} onChange={(ref) => changed({ up: ref })} />
      <One label="Down" results={results} value={down} other={up} onChange={(ref) => changed({ down: ref })} />
    </div>
  );
}

interface OneProps {
  label: string;
  results: readonly BrowseResult[];
  value: string | undefined;
  other: string | undefined;
  onChange: (ref: string | undefined) => void;
}

function One({ label, results, value, other, onChange }: OneProps) {
  const build = results.find(({ ref }) => ref === other)?.genome_build;
  const left = results.filter(({ genome_build }) => build !== undefined && genome_build !== build);
  const offered = results.filter((result) => result.ref === value || !left.includes(result));
  return (
    <Select
      label={label}
      placeholder="Choose a result"
      searchable
      clearable
      nothingFoundMessage="No result has this name."
      description={left.length > 0 ? otherBuild(left) : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={grouped(offered, other)}
      value={value ?? null}
      onChange={(ref) => onChange(ref ?? undefined)}
    />
  );
}

/** Sound results first, those with a caveat in a group of their own below. */
function grouped(offered: readonly BrowseResult[], other: string | undefined) {
  const option = (result: BrowseResult) => ({
    value: result.ref,
    label: nameOf(result),
    disabled: result.ref === other,
  });
  const marked = offered.filter(({ caveat }) => caveat !== "");
  const sound = offered.filter(({ caveat }) => caveat === "").map(option);
  return marked.length === 0 ? sound : [...sound, { group: "Not accepted, or repeated", items: marked.map(option) }];
}

const nameOf = (result: BrowseResult): string => [markedTitle(result), result.detail].filter(Boolean).join(" · ");

function otherBuild(left: readonly BrowseResult[]): string {
  return left.length === 1
    ? "1 result on another genome build is left out."
    : `${left.length} results on another genome build are left out.`;
}
