import { PasswordInput, type PasswordInputProps } from "@mantine/core";

interface Props extends Omit<PasswordInputProps, "autoComplete" | "name"> {
  name: string;
  autoComplete: "current-password" | "new-password";
}

/** A password that can be shown, pasted and filled by a password manager. */
export function PasswordField({ label, error, ...input }: Props) {
  return (
    <PasswordInput
      {...input}
      label={label}
      error={error}
      aria-invalid={error ? true : undefined}
      aria-required="true"
      autoCapitalize="none"
      spellCheck={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
    />
  );
}
