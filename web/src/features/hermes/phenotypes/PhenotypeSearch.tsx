import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import { phenotypeSearchQuery } from "@/api/hermes/phenotypes";
import { SuggestField } from "@/ui/form/SuggestField";
import { isRetired } from "./phenotypes";
import { kindWords, nameWords } from "./words";

export interface PhenotypeSearchProps {
  id: string;
  label: string;
  required?: boolean;
  description?: ReactNode;
  error?: string;
  /** Of the chosen one; empty for none. */
  value: string;
  /** The known part of the list, to show the chosen name before the server answers. */
  known: readonly HermesPhenotype[];
  onChange: (code: string) => void;
  onBlur?: () => void;
  /** Offered at the end of what was found. */
  onAsk?: (wanted: string) => void;
}

const waitForTyping = 200;

/** Finds a phenotype by the server's rule: all the words, or words spelled alike. Keeps the code. */
export function PhenotypeSearch({ value, known, onChange, onBlur, onAsk, ...input }: PhenotypeSearchProps) {
  const [typed, setTyped] = useState<string>();
  const chosen = known.find(({ name }) => name === value);
  const q = (typed ?? "").trim();
  const [asked] = useDebouncedValue(q, waitForTyping);
  const found = useQuery(phenotypeSearchQuery(asked));
  const items = (found.data?.items ?? []).filter((phenotype) => !isRetired(phenotype));
  const waiting = asked !== q || found.isFetching;
  const wanted = q || undefined;
  return (
    <SuggestField
      {...input}
      value={typed ?? (value && chosen ? nameWords(chosen) : value)}
      loading={waiting}
      heading={found.data?.near ? "No match. Did you mean:" : undefined}
      suggestions={items.map((phenotype) => ({
        value: phenotype.name,
        label: phenotype.description,
        detail: `${phenotype.name} · ${kindWords(phenotype).toLowerCase()}`,
      }))}
      nothing={found.error ? "The list could not be searched. Try again." : "No phenotype has these words."}
      create={
        onAsk && wanted && !waiting
          ? { label: `Not in the list? Ask for “${wanted}”…`, onCreate: () => onAsk(wanted) }
          : undefined
      }
      onText={(text) => {
        setTyped(text);
        if (text.trim() === "") onChange("");
      }}
      onPick={(picked) => {
        setTyped(undefined);
        onChange(picked.value);
      }}
      onBlur={() => {
        // The chosen value is shown again; unmatched text stays to be corrected.
        if (value) setTyped(undefined);
        onBlur?.();
      }}
    />
  );
}
