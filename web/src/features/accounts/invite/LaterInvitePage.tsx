import { type ComponentProps, lazy, Suspense } from "react";
import { PageSkeleton } from "@/ui/Skeletons";

const Arriving = lazy(async () => ({ default: (await import("./InvitePage")).InvitePage }));

/** InvitePage where it stands behind the list of users: who looks at the list does not fetch it. */
export function InvitePage(props: ComponentProps<typeof Arriving>) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Arriving {...props} />
    </Suspense>
  );
}
