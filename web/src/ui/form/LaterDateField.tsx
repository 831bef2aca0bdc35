import { TextInput } from "@mantine/core";
import { lazy, Suspense } from "react";
import { dateFormat } from "@/theme/constants";
import type { DateFieldProps } from "./DateField";

const DateField = lazy(() => import("./DateField"));

/** A day. Until the calendar has arrived its place is taken by a field of the same size that waits. */
export function LaterDateField(props: DateFieldProps) {
  const { onValue: _, value: __, ...input } = props;
  return (
    <Suspense fallback={<TextInput {...input} placeholder={dateFormat} disabled />}>
      <DateField {...props} />
    </Suspense>
  );
}
