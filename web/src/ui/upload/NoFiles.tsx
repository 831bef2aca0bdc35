import { Notice } from "../state/Notice";

/** Instead of the choice of a file, for accounts that may not send one. */
export function NoFiles() {
  return (
    <Notice tone="info" title="Your account cannot upload files">
      Ask an administrator for a role in the registry, or for uploads in HERMES.
    </Notice>
  );
}
