import { type DragEvent, type ReactNode, useState } from "react";
import classes from "./FileDrop.module.css";

interface FileDropProps {
  id: string;
  /** On the button, e.g. "Choose a file". */
  label: string;
  accept?: string;
  /** What is accepted, the size limit. */
  children: ReactNode;
  error?: string;
  busy?: boolean;
  onFile: (file: File) => void;
}

/** A file by dragging it here or by choosing it; the keyboard reaches the button. */
export function FileDrop({ id, label, accept, children, error, busy = false, onFile }: FileDropProps) {
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is an extra; the button inside does the same
    <div
      className={classes.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className={classes.button} data-busy={busy}>
        {busy ? "Reading the first lines" : label}
        <input
          className={classes.input}
          id={id}
          type="file"
          accept={accept}
          disabled={busy}
          aria-describedby={`${id}-about ${id}-error`}
          aria-invalid={error !== undefined}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = "";
            if (file) onFile(file);
          }}
        />
      </label>
      <span className={classes.or}>or drop it here</span>
      <div className={classes.about} id={`${id}-about`}>
        {children}
      </div>
      <div className={classes.error} id={`${id}-error`} role="alert">
        {error}
      </div>
    </div>
  );
}
