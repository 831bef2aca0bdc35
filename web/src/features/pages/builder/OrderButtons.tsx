import { ActionIcon } from "@mantine/core";
import { formatCount } from "@/lib/format/format";
import classes from "./builder.module.css";
import { useSay } from "./saying";

interface Props {
  /** The item to move or remove. */
  name: string;
  at: number;
  of: number;
  onMove: (to: number) => void;
  onRemove?: () => void;
}

/** Up, down, and away. Each is a button, so that the keyboard reaches them. */
export function OrderButtons({ name, at, of, onMove, onRemove }: Props) {
  const say = useSay();
  function move(to: number) {
    onMove(to);
    say(`${name}: ${formatCount(to + 1)} of ${formatCount(of)}`);
  }
  return (
    <span className={classes.order}>
      <Small label={`Move ${name} up`} sign="↑" disabled={at === 0} onClick={() => move(at - 1)} />
      <Small label={`Move ${name} down`} sign="↓" disabled={at === of - 1} onClick={() => move(at + 1)} />
      {onRemove && <Small label={`Remove ${name}`} sign="×" onClick={onRemove} />}
    </span>
  );
}

interface SmallProps {
  label: string;
  sign: string;
  disabled?: boolean;
  /** Of a button that opens something: whether it is open, and its id. */
  expanded?: boolean;
  controls?: string;
  onClick: () => void;
}

/** A button of one sign, read by its label. It keeps the focus when it becomes disabled. */
export function Small({ label, sign, disabled = false, expanded, controls, onClick }: SmallProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={26}
      aria-label={label}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      // It stays where the focus is, when the item has reached the end.
      aria-disabled={disabled}
      data-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      <span aria-hidden="true">{sign}</span>
    </ActionIcon>
  );
}
