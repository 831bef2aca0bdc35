import { Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type BrowseResult, browseResultsQuery } from "@/api/browse/browse";
import type { BrowseBuild } from "@/lib/route/browse-address";
import { markedTitle } from "@/lib/status";
import { Answered } from "@/ui/state/Answered";
import classes from "./browse.module.css";
import { LeftOut } from "./LeftOut";
import { resultWords } from "./words";

interface Props {
  /** What the results are for, within a sentence: "tracks". */
  label: string;
  /** Only results on this genome build. */
  build: BrowseBuild | undefined;
  /** Names of the chosen ones, in their order. */
  chosen: readonly string[];
  /** How many may be chosen; 1 makes it one of several. */
  most: number;
  onChange: (chosen: string[]) => void;
}

const waitForTyping = 200;

/** Finds results that the caller may look at, and chooses some of them. */
export function ResultPicker({ label, build, chosen, most, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed.trim(), waitForTyping);
  const [all, setAll] = useState(false);
  const answer = useQuery(browseResultsQuery(asked, build, all));
  return (
    <Stack gap="xs" className={classes.picker}>
      <TextInput
        aria-label={`Find ${label}`}
        placeholder="Name, phenotype, ancestry"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Answered
        what="the results"
        answer={answer}
        rows={4}
        isEmpty={({ items, left_out }) => items.length === 0 && left_out.length === 0}
        empty={<p className={classes.note}>{asked ? "No result matches." : "There are no results yet."}</p>}
      >
        {({ items, other_builds, left_out }) => (
          <>
            <ul className={classes.results} aria-label={`Results for ${label}`}>
              {items.map((result) => (
                <li key={result.ref}>
                  <Choice result={result} chosen={chosen} most={most} onChange={onChange} />
                </li>
              ))}
            </ul>
            {other_builds.map(({ genome_build, sentence }) => (
              <p key={genome_build} className={classes.note}>
                {sentence}
              </p>
            ))}
            <LeftOut leftOut={left_out} all={all} onAll={setAll} />
          </>
        )}
      </Answered>
    </Stack>
  );
}

interface ChoiceProps extends Pick<Props, "chosen" | "most" | "onChange"> {
  result: BrowseResult;
}

function Choice({ result, chosen, most, onChange }: ChoiceProps) {
  const checked = chosen.includes(result.ref);
  const common = { label: markedTitle(result), description: resultWords(result), checked };
  if (most === 1) return <Radio {...common} onChange={() => onChange([result.ref])} />;
  const others = chosen.filter((ref) => ref !== result.ref);
  return (
    <Checkbox
      {...common}
      disabled={!checked && chosen.length >= most}
      onChange={() => onChange(checked ? others : [...others, result.ref])}
    />
  );
}
