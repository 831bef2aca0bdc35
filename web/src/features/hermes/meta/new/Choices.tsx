import { Radio, Stack } from "@mantine/core";
import type { HelpTarget } from "@/ui/help/targets";
import { Explained } from "./Explained";

export interface Choice<T> {
  value: T;
  label: string;
  hint: string;
  disabled?: boolean;
}

interface ChoicesProps<T> {
  label: string;
  help: HelpTarget;
  choices: Choice<T>[];
  value: T;
  onChange: (value: T) => void;
  problem: string | undefined;
}

/** One of a few ways, each with a line of what it does. */
export function Choices<T extends string>({ label, help, choices, value, onChange, problem }: ChoicesProps<T>) {
  return (
    <Explained help={help} about={label}>
      <Radio.Group label={label} value={value} onChange={(next) => onChange(next as T)} error={problem}>
        <Stack gap={8} mt={6}>
          {choices.map((choice) => (
            <Radio
              key={choice.value}
              value={choice.value}
              label={choice.label}
              description={choice.hint}
              disabled={choice.disabled}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Explained>
  );
}
