import "@mantine/dates/styles.layer.css";
import { DateInput } from "@mantine/dates";
import { readDay } from "@/lib/format/day";

export interface DateFieldProps {
  id: string;
  label: string;
  name?: string;
  required?: boolean;
  description?: string;
  error?: string;
  /** YYYY-MM-DD, or nothing. */
  value: string;
  onValue: (value: string) => void;
  onBlur?: () => void;
}

/** A day, typed or chosen in a calendar. */
export function DateField({ value, onValue, ...input }: DateFieldProps) {
  return (
    <DateInput
      {...input}
      value={value || null}
      placeholder="MM/DD/YYYY"
      dateParser={readDay}
      clearable
      onChange={(day) => onValue(day ?? "")}
    />
  );
}
