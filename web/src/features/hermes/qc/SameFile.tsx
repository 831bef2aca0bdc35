import { Link } from "@tanstack/react-router";
import type { HermesUpload } from "@/api/hermes/hermes";
import { Notice } from "@/ui/state/Notice";

/** Lists other submissions with the same bytes: usually one of them is a mistake. */
export function SameFile({ upload }: { upload: HermesUpload }) {
  const others = upload.same_file_as ?? [];
  return (
    <div style={{ marginBottom: 16 }}>
      <Notice tone="warn" title="Duplicate file">
        The same file is in{" "}
        {others.map((other, at) => (
          <span key={other.id}>
            {at > 0 && ", "}
            <Link to="/hermes/qc/$id" params={{ id: other.id }}>
              {other.dataset_name}
            </Link>
          </span>
        ))}
        . Delete one of them unless both are intended. Together in a meta-analysis they count twice.
      </Notice>
    </div>
  );
}
