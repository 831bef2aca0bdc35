import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { type DatasetCodes, studiesQuery } from "@/api/datasets/datasets";
import classes from "./bulk.module.css";
import { choicesOf, columnNamed } from "./columns";

interface Props {
  /** Name of the column. */
  column: string;
  codes: DatasetCodes;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onBlur?: () => void;
  /** Takes the focus when it appears. */
  autoFocus?: boolean;
}

/** The control for a value of a column: a list of what it takes, studies to pick from, or a text. */
export function CellControl({ column, codes, label, autoFocus, value, onChange, ...rest }: Props) {
  const own = columnNamed(column);
  const choices = own ? choicesOf(own, codes) : [];
  const control = useRef<HTMLElement>(null);
  useEffect(() => {
    if (autoFocus) control.current?.focus();
  }, [autoFocus]);
  const shared = {
    className: classes.control,
    "aria-label": label,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    ...rest,
  };
  const take = (element: HTMLElement | null) => {
    control.current = element;
  };
  if (choices.length > 0) {
    const chosen = choices.find((choice) => choice.toLowerCase() === value.toLowerCase());
    return (
      <select {...shared} ref={take} value={chosen ?? value}>
        {!chosen && <option value={value}>{value === "" ? "Choose" : `${value} (not known)`}</option>}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  if (own?.control === "lines") return <textarea {...shared} ref={take} rows={2} />;
  if (column === "study") return <StudyInput {...shared} take={take} />;
  return <input {...shared} ref={take} />;
}

interface StudyInputProps extends Pick<Props, "value" | "onKeyDown" | "onBlur"> {
  className: string | undefined;
  "aria-label": string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  take: (element: HTMLElement | null) => void;
}

function StudyInput({ take, ...rest }: StudyInputProps) {
  const id = useId();
  const studies = useQuery(studiesQuery()).data?.items ?? [];
  return (
    <>
      <input {...rest} ref={take} list={id} />
      <datalist id={id}>
        {studies.map((study) => (
          <option key={study.id} value={study.name}>
            {study.institution}
          </option>
        ))}
      </datalist>
    </>
  );
}
