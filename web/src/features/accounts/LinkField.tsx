import { Button, CopyButton, TextInput } from "@mantine/core";
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
      <CopyButton value={value} timeout={3000}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
