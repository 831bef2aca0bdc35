import { NativeSelect, Tabs } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { AccountArea } from "@/api/accounts/accounts";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { type WayIn, waysIn } from "../search";
import { areaWords } from "../words";
import { OneInvitation } from "./OneInvitation";
import { SeveralInvitations } from "./SeveralInvitations";
import { TemporaryPassword } from "./TemporaryPassword";
import type { WayProps } from "./way";

interface Props extends Omit<WayProps, "hours"> {
  by: WayIn | undefined;
  onBy: (by: WayIn) => void;
  /** Another user service keeps the accounts: it takes no invitations of ours. */
  external?: boolean;
  /** The last parts of the breadcrumb, if the list of users has no address. */
  crumb?: readonly string[];
  /** The way back to the list. */
  backLink: ReactNode;
}

/** The areas that support accounts with a temporary password. */
function takesPassword(area: AccountArea): area is "hermes" | "sgc" {
  return area === "hermes" || area === "sgc";
}

const labels: Record<WayIn, string> = {
  invite: "One person",
  several: "Several at once",
  password: "With a temporary password",
};

/** How long a link may be valid; the server accepts no longer time. */
const lifetimes = [
  { value: "24", label: "24 hours" },
  { value: "8", label: "8 hours" },
  { value: "1", label: "1 hour" },
];

/** What new users get into; where every area is offered, their type decides it. */
function accessSentence(area: AccountArea): string {
  return area === "all"
    ? "The type you choose decides what they can access."
    : `They get access to ${areaWords[area]}.`;
}

/** Adds a user: by invitation first, several at once, or with a temporary password. */
export function InvitePage({ area, selfId, manages, by, onBy, external = false, crumb, backLink }: Props) {
  const choices = waysIn.filter((way) => (way === "password" ? takesPassword(area) : !external));
  const [hours, setHours] = useState(24);
  const lifetime = (
    <NativeSelect
      mb="md"
      maw={320}
      label="Link valid for"
      description="The link works once. You can send it again from the list of users."
      data={lifetimes}
      value={hours}
      onChange={(event) => setHours(Number(event.currentTarget.value))}
    />
  );
  const shown = choices.find((way) => way === by) ?? choices[0];
  return (
    <>
      <PageHeader
        title="Add users"
        sub={
          external
            ? "Their accounts are created in the SGC user service."
            : `${accessSentence(area)} They choose their own password when you invite them.`
        }
        crumb={crumb}
        actions={backLink}
      />
      <Card>
        <Tabs value={shown} onChange={(value) => onBy((value ?? "invite") as WayIn)} keepMounted={false}>
          <Tabs.List mb="md">
            {choices.map((way) => (
              <Tabs.Tab key={way} value={way}>
                {labels[way]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="invite">
            {lifetime}
            <OneInvitation area={area} selfId={selfId} manages={manages} hours={hours} />
          </Tabs.Panel>
          <Tabs.Panel value="several">
            {lifetime}
            <SeveralInvitations area={area} selfId={selfId} manages={manages} hours={hours} />
          </Tabs.Panel>
          {takesPassword(area) && (
            <Tabs.Panel value="password">
              <TemporaryPassword area={area} selfId={selfId} external={external} />
            </Tabs.Panel>
          )}
        </Tabs>
      </Card>
    </>
  );
}
