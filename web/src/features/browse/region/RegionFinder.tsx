import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type BrowseMeaning, browseMeaningsQuery } from "@/api/browse/browse";
import { parseRegion, type Region } from "@/lib/genome/region";
import type { BrowseBuild } from "@/lib/route/browse-address";
import { buildName } from "@/lib/sumstats/build";
import { TextButton } from "@/ui/action/TextButton";
import { Magnifier } from "@/ui/Icons";
import { regionOf } from "@/ui/region/regionData";
import { messageOf } from "@/ui/state/states";
import classes from "./region.module.css";
import type { RegionSearch } from "./search";

interface Props {
  build: BrowseBuild | undefined;
  search: RegionSearch;
  onGo: (region: Region, search: RegionSearch) => void;
}

/** Navigates to a gene, a variant or a region by name; asks if a name is ambiguous. */
export function RegionFinder({ build, search, onGo }: Props) {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [several, setSeveral] = useState<BrowseMeaning[]>([]);
  const find = useMutation({
    mutationFn: (words: string) => queries.fetchQuery(browseMeaningsQuery(words, build)),
    onSuccess: ({ items }) => {
      const [only] = items;
      if (items.length === 1 && only) go(only);
      else setSeveral(items);
    },
  });

  function go(meaning: BrowseMeaning): void {
    setSeveral([]);
    setText("");
    onGo(regionOf(meaning.region), {
      ...search,
      gene: meaning.gene?.symbol,
      ld: meaning.kind === "variant" ? meaning.variant?.id : undefined,
    });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSeveral([]);
    const words = text.trim();
    const exact = words.includes("-") ? parseRegion(words) : undefined;
    if (exact) {
      find.reset();
      setText("");
      onGo(exact, { ...search, gene: undefined, ld: undefined });
    } else if (words) find.mutate(words);
  }

  return (
    <form className={classes.finder} onSubmit={submit}>
      <TextInput
        aria-label="Gene, variant or region"
        placeholder="PITX2 · rs2200733 · 4:111.6–111.8 Mb"
        leftSection={<Magnifier />}
        value={text}
        error={find.error ? messageOf(find.error) : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          if (find.error) find.reset();
        }}
      />
      {several.length > 0 && (
        <div className={classes.meanings} role="status">
          Which one?{" "}
          {several.map((meaning) => (
            <TextButton key={`${meaning.kind} ${meaning.label} ${meaning.genome_build}`} onClick={() => go(meaning)}>
              {meaning.label}
              {build === undefined && `, ${buildName(meaning.genome_build)}`}
            </TextButton>
          ))}
        </div>
      )}
    </form>
  );
}
