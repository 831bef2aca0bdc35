import { Button, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { formatBytes } from "@/lib/format/format";
import classes from "./page.module.css";

interface Props {
  href: string;
  name: string;
  /** What it is for. */
  purpose: string;
  /** Bytes. */
  size?: number;
  /** The most likely choice. */
  primary?: boolean | undefined;
  /** Below its purpose. */
  children?: ReactNode;
}

/** Something to take away, in a list of such. */
export function DownloadLine({ href, name, purpose, size, primary, children }: Props) {
  return (
    <li className={classes.download}>
      <span>
        {name}
        {size !== undefined && <span className={classes.size}> {formatBytes(size)}</span>}
        <span className={classes.hint}>{purpose}</span>
        {children}
      </span>
      <Button component="a" variant={primary ? "filled" : "default"} size="compact-sm" href={href} download>
        Download<VisuallyHidden component="span"> {name}</VisuallyHidden>
      </Button>
    </li>
  );
}
