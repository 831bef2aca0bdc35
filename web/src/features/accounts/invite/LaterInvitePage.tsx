import type { ComponentProps } from "react";
import { late } from "@/ui/late";
import { PageSkeleton } from "@/ui/Skeletons";

const Arriving = late(() => import("./InvitePage").then((part) => part.InvitePage));

/** InvitePage where it stands behind the list of users: who looks at the list does not fetch it. */
export function InvitePage(props: ComponentProps<typeof Arriving>) {
  return <Arriving {...props} meanwhile={<PageSkeleton />} />;
}
