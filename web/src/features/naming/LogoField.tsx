import { Button, FileButton, Group, Input } from "@mantine/core";
import { useState } from "react";
import { Picture } from "@/ui/Logo";
import classes from "./consortium.module.css";

interface Props {
  id: string;
  label: string;
  /** Address or data: URL of the picture; empty for none. */
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

const maxBytes = 128_000;

/** Chooses a small picture; the server reads it again. */
export function LogoField({ id, label, value, error, onChange }: Props) {
  const [refused, setRefused] = useState<string>();

  function take(file: File | null): void {
    if (!file) return;
    if (file.size > maxBytes) {
      setRefused("The picture is larger than 128 kB. Choose a smaller one.");
      return;
    }
    const reader = new FileReader();
    reader.onload = () => {
      setRefused(undefined);
      onChange(String(reader.result));
    };
    reader.onerror = () => setRefused("The file could not be read. Choose it again.");
    reader.readAsDataURL(file);
  }

  return (
    <Input.Wrapper
      id={id}
      label={label}
      description="PNG or JPEG, at most 128 kB and 1,024 × 1,024 pixels"
      error={refused ?? error}
    >
      <Group gap="sm" mt={6}>
        <span className={classes.preview}>{value ? <Picture address={value} size={40} /> : "None"}</span>
        <FileButton accept="image/png,image/jpeg" onChange={take}>
          {(props) => (
            <Button {...props} id={id} variant="default" size="xs" aria-label={`Choose ${label.toLowerCase()}`}>
              Choose
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="subtle" size="xs" aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onChange("")}>
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
