import { Button, type ButtonProps, Group, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Modal } from "../Modal";
import { Form } from "./Form";

interface Props {
  title: string;
  size?: ModalProps["size"];
  /** On the button. */
  label: string;
  color?: ButtonProps["color"];
  busy: boolean;
  disabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is filled in and sent. */
export function FormDialog({ title, size, label, color, busy, disabled, onSubmit, onClose, children }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <Form gap="md" onSubmit={onSubmit}>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={color} loading={busy} disabled={disabled}>
            {label}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
