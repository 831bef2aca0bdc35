import { Button, Code, CopyButton, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  title: string;
  command: string;
  children: ReactNode;
  onClose: () => void;
}

/** A command to repeat on one's own machine what was done here. */
export function CommandDialog({ title, command, children, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="sm">
        <Text size="sm">{children}</Text>
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {command}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={command}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? "Copied" : "Copy"}</Button>}
          </CopyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
