import { Stack, type StackProps } from "@mantine/core";
import type { ComponentProps } from "react";

interface Props extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  /** Between its parts, where they stand below each other. */
  gap?: StackProps["gap"];
  onSubmit: (form: HTMLFormElement) => unknown;
}

/** A form that the page sends by itself, and that says in our words what is wrong. */
export function Form({ gap, onSubmit, children, ...form }: Props) {
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog lies within the elements of the form that opened it.
        event.stopPropagation();
        onSubmit(event.currentTarget);
      }}
    >
      {gap === undefined ? children : <Stack gap={gap}>{children}</Stack>}
    </form>
  );
}
