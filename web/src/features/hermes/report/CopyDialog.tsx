import { Code, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyButton } from "@/ui/action/CopyButton";
import { Modal } from "@/ui/dialog/Modal";
import classes from "./report.module.css";

interface Props {
  title: string;
  /** What is copied. */
  text: string;
  /** A paragraph for people rather than a command for a shell. */
  prose?: boolean;
  /** What it is for, above the text. */
  children: ReactNode;
  onClose: () => void;
}

/** A text to take along: a command that repeats what was done here, or the words that describe it. */
export function CopyDialog({ title, text, prose = false, children, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="sm">
        <Text size="sm">{children}</Text>
        {prose ? (
          <p className={classes.prose}>{text}</p>
        ) : (
          <Code block className={classes.command}>
            {text}
          </Code>
        )}
        <Group justify="flex-end">
          <CopyButton value={text} variant="filled" />
        </Group>
      </Stack>
    </Modal>
  );
}
