import { NativeSelect, Stack } from "@mantine/core";
import { useState } from "react";
import { own } from "@/lib/own";
import { xCodings, xCodingWords } from "../words";
import type { Draft } from "./draft";
import type { Study } from "./OverlapPairs";

type Codings = Draft["options"]["x_coding"];

interface Props {
  studies: readonly Study[];
  codings: Codings;
  onCodings: (codings: Codings) => void;
  problem: string | undefined;
}

const notStated = { value: "", label: "Not stated (default)" };
const choices = [notStated, ...xCodings.map((value) => ({ value, label: xCodingWords[value] }))];
const apart = { value: "apart", label: "Different by submission" };

/** How the submissions count the allele of males on chromosome X: all in the same way, or each in its own. */
export function XCodings({ studies, codings, onCodings, problem }: Props) {
  const first = own(codings, studies[0]?.id ?? "") ?? "";
  const [differ, setDiffer] = useState(studies.some(({ id }) => (own(codings, id) ?? "") !== first));
  const state = (ids: readonly Study[], value: string) => {
    const coding = xCodings.find((one) => one === value);
    const others = Object.entries(codings).filter(([of]) => !ids.some(({ id }) => id === of));
    onCodings(Object.fromEntries([...others, ...(coding ? ids.map(({ id }) => [id, coding] as const) : [])]));
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        id="ma-x_coding"
        label="Males on chromosome X"
        description="Male genotypes coded 0/1 or 0/2. If submissions differ, X is excluded unless you combine by sample size."
        data={[...choices, apart]}
        value={differ ? apart.value : first}
        onChange={({ currentTarget: { value } }) => {
          setDiffer(value === apart.value);
          if (value !== apart.value) state(studies, value);
        }}
        error={problem}
      />
      {differ &&
        studies.map((study) => (
          <NativeSelect
            key={study.id}
            label={study.name}
            data={choices}
            value={own(codings, study.id) ?? ""}
            onChange={(event) => state([study], event.currentTarget.value)}
          />
        ))}
    </Stack>
  );
}
