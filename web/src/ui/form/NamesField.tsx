import { TagsInput, type TagsInputProps } from "@mantine/core";

type Props = Pick<TagsInputProps, "label" | "description" | "value" | "data" | "maxTags" | "error"> & {
  onChange: (names: string[]) => void;
};

/** Names of people or groups, each ended by Enter. */
export function NamesField({ onChange, ...input }: Props) {
  return (
    <TagsInput
      {...input}
      acceptValueOnBlur
      onChange={(names) => onChange(names.map((name) => name.trim()).filter(Boolean))}
    />
  );
}
