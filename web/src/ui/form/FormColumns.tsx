import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./FormColumns.module.css";

/** The cards of a long form side by side, so that no half of a wide window is empty; below each other in a narrow one. */
export function FormColumns({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={classes.columns}>
      <Stack gap="md">{left}</Stack>
      <Stack gap="md">{right}</Stack>
    </div>
  );
}
