import { TextInput } from "@mantine/core";
import { dateFormat } from "@/theme/constants";
import { late } from "@/ui/state/late";
import type { DateFieldProps } from "./DateField";

const DateField = late(() => import("./DateField").then((part) => part.DateField));

/** A day. Until the calendar has arrived its place is taken by a field of the same size that waits. */
export function LaterDateField(props: DateFieldProps) {
  const { onValue: _, value: __, ...input } = props;
  return <DateField {...props} meanwhile={<TextInput {...input} placeholder={dateFormat} disabled />} />;
}
