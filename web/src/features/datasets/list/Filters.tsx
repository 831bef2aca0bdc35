import { Button } from "@mantine/core";
import { useDebouncedValue, useDisclosure, useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  codesQuery,
  type DatasetCodes,
  type DatasetRow,
  datasetsQuery,
  phenotypeSearchQuery,
  type RegistryPhenotype,
  studiesQuery,
} from "@/api/datasets/datasets";
import { formatCount } from "@/lib/format/format";
import { facetsOf } from "@/lib/list/facets";
import { FilterChip } from "@/ui/table/FilterChip";
import { type Choice, PickChip } from "./PickChip";
import { type CodedField, codedFields, filterCount, type ListSearch, listParams } from "./search";

interface Props {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** The shown rows, which contain the names behind some filters. */
  rows: readonly DatasetRow[];
  userName: string;
}

const words: Record<CodedField, string> = {
  ancestry: "Ancestry",
  data_type: "Data type",
  genome_build: "Build",
  sex: "Sex",
  status: "Status",
  sharing: "Sharing",
};

/** The filters; on a phone behind one button. */
export function Filters(props: Props) {
  const phone = useMediaQuery("(max-width: 600px)", undefined, { getInitialValueInEffect: false });
  const [open, { toggle }] = useDisclosure(false);
  if (!phone) return <Chips {...props} />;
  const count = filterCount(props.search);
  return (
    <>
      <Button variant="default" size="xs" aria-expanded={open} onClick={toggle}>
        Filters{count > 0 && ` (${count})`}
      </Button>
      {open && <Chips {...props} />}
    </>
  );
}

function Chips({ search, onSearch, rows, userName }: Props) {
  const codes = useQuery(codesQuery).data;
  const narrow = (change: Partial<ListSearch>) => onSearch({ ...change, after: undefined });
  const counts = datasetsQuery(facetsOf(listParams(search)));
  // A tab that fixes the sharing leaves nothing to choose.
  const fields = codedFields.filter((field) => field !== "sharing" || search.scope !== "public");
  return (
    <>
      <StudyChip value={search.study} rows={rows} onChange={(study) => narrow({ study })} />
      <PhenotypeChip value={search.phenotype} onChange={(phenotype) => narrow({ phenotype })} />
      {fields.map((field) => (
        <FilterChip
          key={field}
          label={words[field]}
          options={optionsOf(codes, field)}
          selected={search[field] ?? []}
          onChange={(selected) => narrow({ [field]: selected })}
          facets={{ query: counts, name: field }}
        />
      ))}
      {search.scope !== "mine" && (
        <OwnerChip value={search.owner} rows={rows} userName={userName} onChange={(owner) => narrow({ owner })} />
      )}
    </>
  );
}

const optionsOf = (codes: DatasetCodes | undefined, field: CodedField): Choice[] => codes?.[field] ?? [];

interface ChipProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const typingMs = 200;

function StudyChip({ value, rows, onChange }: ChipProps & { rows: readonly DatasetRow[] }) {
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed, typingMs);
  const { data, status } = useQuery(studiesQuery(asked));
  const studies = data?.items ?? [];
  const named = studies.find((study) => study.id === value)?.name ?? rows[0]?.study ?? "one study";
  return (
    <PickChip
      label="Study"
      value={value}
      text={named}
      status={status}
      choices={() => studies.map(({ id, name }) => ({ value: id, label: name }))}
      onTyped={setTyped}
      onChange={onChange}
    />
  );
}

function PhenotypeChip({ value, onChange }: ChipProps) {
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed, typingMs);
  const { data, status } = useQuery(phenotypeSearchQuery(asked));
  const found = data?.items ?? [];
  const behind = useQuery({ ...phenotypeSearchQuery(value), enabled: value !== undefined }).data?.items;
  const nameOf = (code: string) => behind?.find(({ name }) => name === code)?.description || code;
  return (
    <PickChip
      label="Phenotype"
      value={value}
      text={value && nameOf(value)}
      status={status}
      choices={() => found.map(choiceOf)}
      onTyped={setTyped}
      onChange={onChange}
    />
  );
}

/** With how many data sets have it. */
function choiceOf({ name, description, datasets }: RegistryPhenotype): Choice {
  const words = description || name;
  return { value: name, label: datasets > 0 ? `${words} (${formatCount(datasets)})` : words };
}

interface OwnerProps extends ChipProps {
  rows: readonly DatasetRow[];
  userName: string;
}

/**
 * The server has no list of owners, so the choices are the user, the owners of shown rows, and the
 * typed name.
 */
function OwnerChip({ value, rows, userName, onChange }: OwnerProps) {
  const names = [...new Set([userName, ...rows.map(({ owner }) => owner)])];
  function choices(typed: string): Choice[] {
    const lower = typed.toLowerCase();
    const matching = names.filter((name) => name.toLowerCase().includes(lower));
    const all = !typed || names.some((name) => name.toLowerCase() === lower) ? matching : [...matching, typed];
    return all.map((name) => ({ value: name, label: name === userName ? `${name} (you)` : name }));
  }
  return <PickChip label="Owner" value={value} text={value} choices={choices} onChange={onChange} />;
}
