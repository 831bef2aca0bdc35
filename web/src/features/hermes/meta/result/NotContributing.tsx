import { Notice } from "@/ui/state/Notice";
import type { StudyCounts } from "../summary";
import { notContributing } from "../words";

/** Names the studies that are not counted, and why few or none of their rows are in the result. */
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
