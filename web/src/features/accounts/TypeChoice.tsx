import { Radio, Stack } from "@mantine/core";
import type { UserType } from "./words";

interface Props {
  id?: string;
  label: string;
  types: readonly UserType[];
  value: string;
  onChange: (name: string) => void;
  error?: string;
}

/** The kinds of account, each with what it may do. */
export function TypeChoice({ id, label, types, value, onChange, error }: Props) {
  return (
    <Radio.Group label={label} value={value} onChange={onChange} error={error} errorProps={{ role: undefined }}>
      <Stack gap="xs" mt={6}>
        {types.map((type, at) => (
          <Radio
            key={type.name}
            id={at === 0 ? id : undefined}
            value={type.name}
            label={type.label}
            description={type.may}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
