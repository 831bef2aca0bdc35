import { Notice } from "@/ui/Notice";
import type { StudyCounts } from "./summary";
import { notContributing } from "./words";

/** Names the studies that the result has no row of, and why. */
export function NotContributing({ studies }: { studies: readonly StudyCounts[] }) {
  if (studies.length === 0) return null;
  return (
    <Notice tone="warn">
      {studies.map((study) => (
        <div key={study.name}>{notContributing(study)}</div>
      ))}
    </Notice>
  );
}
