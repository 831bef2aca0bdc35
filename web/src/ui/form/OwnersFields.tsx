import { TagsInput, type TagsInputProps, TextInput } from "@mantine/core";
import { refusedAt } from "@/lib/api-error";
import { Refused } from "../state/Refused";

type NamesProps = Pick<TagsInputProps, "label" | "description" | "value" | "data" | "maxTags" | "error"> & {
  onChange: (names: string[]) => void;
};

/** Names of people or groups, each ended by Enter. */
export function NamesField({ onChange, ...input }: NamesProps) {
  return (
    <TagsInput
      {...input}
      acceptValueOnBlur
      onChange={(names) => onChange(names.map((name) => name.trim()).filter(Boolean))}
    />
  );
}

/** To whom something belongs; both by user names. */
export interface Owners {
  owner: string;
  others: string[];
}

interface Props {
  owners: Owners;
  onChange: (owners: Owners) => void;
  /** What belongs to them: "data set". */
  what: string;
  /** Of the owner, and of those beside. */
  ownerMeans: string;
  others: { label: string; description: string };
  /** Why the last try to save was refused, and what to do then where no field is at fault. */
  error: unknown;
  remedy: string | undefined;
}

/** The owner of an object, and its co-owners. */
export function OwnersFields({ owners, onChange, what, ownerMeans, others, error, remedy }: Props) {
  return (
    <>
      <TextInput
        label="Owner"
        description={ownerMeans}
        value={owners.owner}
        error={owners.owner.trim() === "" ? `A ${what} has an owner.` : refusedAt(error, "owner")}
        onChange={(event) => onChange({ ...owners, owner: event.currentTarget.value })}
      />
      <NamesField
        {...others}
        value={owners.others}
        maxTags={50}
        error={refusedAt(error, "co_owners")}
        onChange={(names) => onChange({ ...owners, others: names })}
      />
      <Refused error={refusedAt(error, "owner", "co_owners") ? undefined : error} title="Nothing was changed">
        {remedy}
      </Refused>
    </>
  );
}
