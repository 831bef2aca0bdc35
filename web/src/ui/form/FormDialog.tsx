import { Button, type ButtonProps, Group, type ModalProps, Stack, type StackProps } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { Modal } from "../dialog/Modal";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  /** Between its stacked parts. */
  gap?: StackProps["gap"];
  onSubmit: (form: HTMLFormElement) => unknown;
}

/** A form that the page submits itself, with our own messages. */
export function Form({ gap, onSubmit, children, ...form }: FormProps) {
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog is inside the elements of the form that opened it.
        event.stopPropagation();
        onSubmit(event.currentTarget);
      }}
    >
      {gap === undefined ? children : <Stack gap={gap}>{children}</Stack>}
    </form>
  );
}

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
