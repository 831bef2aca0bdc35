import { Group, TextInput } from "@mantine/core";
import { CopyButton } from "@/ui/action/CopyButton";
import classes from "./accounts.module.css";

interface Props {
  label: string;
  value: string;
}

/** A text to hand over, with its copy button. It can be selected by hand where the browser refuses to copy. */
export function LinkField({ label, value }: Props) {
  return (
    <Group align="flex-end" gap={8}>
      <TextInput
        flex="1 1 260px"
        label={label}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: classes.mono }}
      />
      <CopyButton value={value} />
    </Group>
  );
}
