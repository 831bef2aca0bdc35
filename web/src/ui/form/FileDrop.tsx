import { Anchor } from "@mantine/core";
import { type DragEvent, type ReactNode, useState } from "react";
import classes from "./FileDrop.module.css";

interface FileDropProps {
  id: string;
  /** On the button, e.g. "Choose a file". */
  label: string;
  accept?: string;
  /** Address of an example file; undefined where a template is offered instead, or any document is accepted. */
  example: string | undefined;
  /** The accepted formats and the size limit. */
  children: ReactNode;
  error?: string;
  busy?: boolean;
  /** Several files at once; `onFile` gets one after the other. */
  multiple?: boolean;
  /** In one line, beside other controls. */
  compact?: boolean;
  onFile: (file: File) => void;
  /** Takes several files that are chosen together, in place of `onFile`. */
  onFiles?: (files: File[]) => void;
}

/** Files by dragging them here or by choosing them; the keyboard reaches the button. */
export function FileDrop(props: FileDropProps) {
  const {
    id,
    label,
    accept,
    example,
    children,
    error,
    busy = false,
    multiple = false,
    compact = false,
    onFile,
  } = props;
  const several = multiple || props.onFiles !== undefined;
  const [over, setOver] = useState(false);

  function take(files: FileList | null) {
    const chosen = [...(files ?? [])];
    if (props.onFiles && chosen.length > 1) props.onFiles(chosen);
    else for (const file of chosen.slice(0, multiple ? undefined : 1)) onFile(file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is an extra; the button inside does the same
    <div
      className={classes.drop}
      data-over={over}
      data-compact={compact}
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
          multiple={several}
          disabled={busy}
          aria-describedby={`${id}-about ${id}-error`}
          aria-invalid={error !== undefined}
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file can be chosen again after it was fixed.
            event.currentTarget.value = "";
          }}
        />
      </label>
      <span className={classes.or}>or drop {multiple ? "them" : "it"} here</span>
      <div className={classes.about} id={`${id}-about`}>
        {children}
        {example && (
          <p>
            <Anchor href={example} download inherit underline="always">
              Example file
            </Anchor>
          </p>
        )}
      </div>
      <div className={classes.error} id={`${id}-error`} role="alert">
        {error}
      </div>
    </div>
  );
}
