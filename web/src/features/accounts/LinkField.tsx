import { TextInput } from "@mantine/core";
import { CopyButton } from "@/ui/CopyButton";
import classes from "./accounts.module.css";

interface Props {
  label: string;
  value: string;
}

/** A text to hand over, with its copy button. It can be selected by hand where the browser refuses to copy. */
export function LinkField({ label, value }: Props) {
  return (
    <div className={classes.copy}>
      <TextInput
        className={classes.copyText}
        label={label}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: classes.mono }}
      />
      <CopyButton value={value} />
    </div>
  );
}
