import type { ComponentProps } from "react";
import { useSearchChange } from "@/lib/route/address";
import { ButtonLink } from "@/ui/action/links";
import { late } from "@/ui/state/late";
import { PageSkeleton } from "@/ui/state/Skeletons";
import type { WayIn } from "../search";

const Arriving = late(() => import("./InvitePage").then((part) => part.InvitePage));

type Props = Omit<ComponentProps<typeof Arriving>, "onBy" | "crumb" | "backLink" | "meanwhile">;

/** InvitePage behind the list of users, at its address: the list itself does not load it. */
export function InvitePage(props: Props) {
  const onSearch = useSearchChange<{ by?: WayIn }>("by");
  return (
    <Arriving
      {...props}
      onBy={(by) => onSearch({ by })}
      crumb={["Users", "Add users"]}
      backLink={
        <ButtonLink variant="default" to="." search={(now) => ({ ...now, new: undefined })}>
          Back to the list
        </ButtonLink>
      }
      meanwhile={<PageSkeleton />}
    />
  );
}
