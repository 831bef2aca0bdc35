import { useRouter } from "@tanstack/react-router";
import { CopyButton } from "@/ui/action/CopyButton";
import { Notice } from "@/ui/state/Notice";
import type { Draft } from "./draft";

/** The address that opens the same choices for a reviewer, who starts the run. */
export function PlanLink({ plan }: { plan: Draft }) {
  const { href } = useRouter().buildLocation({ to: "/hermes/ma/new", search: { step: 2, plan } });
  return <CopyButton variant="filled" value={location.origin + href} label="Copy link for a reviewer" />;
}

/** Where the choices came from, and who answers for them. */
export function Prepared({ plan }: { plan: "whole" | "cut" }) {
  return plan === "whole" ? (
    <Notice tone="info" title="This meta-analysis was prepared for you">
      Check submissions and options before you run it. Warnings were not confirmed for you.
    </Notice>
  ) : (
    <Notice tone="warn" title="The link is incomplete">
      The prepared choices could not be read. Ask for the link again, and copy all of it.
    </Notice>
  );
}
