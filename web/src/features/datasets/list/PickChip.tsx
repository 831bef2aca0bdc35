import { Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { Chip } from "@/ui/table/Chip";
import chip from "@/ui/table/Chip.module.css";
import classes from "./list.module.css";

export interface Choice {
  value: string;
  label: string;
}

interface Props {
  label: string;
  value: string | undefined;
  /** What people call the value. */
  text: string | undefined;
  /** The choices for a typed text. */
  choices: (typed: string) => readonly Choice[];
  /** Of the question for the choices, where the server is asked. */
  status?: "pending" | "error" | "success";
  onChange: (value: string | undefined) => void;
  /** Receives the typed text, if the server finds the choices. */
  onTyped?: (typed: string) => void;
}

/** One filter of a table: one of many values, found by typing. */
export function PickChip({ label, value, text = value, choices, status = "success", onChange, onTyped }: Props) {
  const [typed, setTyped] = useState("");

  function type(words: string) {
    setTyped(words);
    onTyped?.(words.trim());
  }

  function pick(next: string) {
    type("");
    onChange(next === value ? undefined : next);
  }

  return (
    <Chip label={label} value={value && text} onClear={() => onChange(undefined)}>
      {(close) => (
        <Stack gap="xs" className={chip.options}>
          <TextInput
            aria-label={`Find in ${label}`}
            placeholder="Find"
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <Choices
            choices={choices(typed.trim())}
            status={status}
            value={value}
            onPick={(next) => {
              close();
              pick(next);
            }}
          />
        </Stack>
      )}
    </Chip>
  );
}

const words = {
  pending: "Loading the choices.",
  error: "The choices could not be loaded. Try again in a moment.",
  success: "Nothing to choose.",
};

interface ChoicesProps {
  status: keyof typeof words;
  choices: readonly Choice[];
  value: string | undefined;
  onPick: (value: string) => void;
}

function Choices({ choices, status, value, onPick }: ChoicesProps) {
  if (choices.length === 0) {
    return (
      <Text size="xs" c="dimmed" role="status">
        {words[status]}
      </Text>
    );
  }
  return (
    <ul className={classes.choices}>
      {choices.map((choice) => (
        <li key={choice.value}>
          <UnstyledButton
            className={classes.choice}
            aria-pressed={choice.value === value}
            onClick={() => onPick(choice.value)}
          >
            {choice.label}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
