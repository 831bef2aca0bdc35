import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/api/accounts/session";
import { limitedToHermes } from "@/lib/route/landing";
import { BuildPageLink as Link } from "@/ui/action/BuildPageLink";

/** To the builder, with this result as its table. Accounts of HERMES alone may not go there. */
export function BuildPageLink({ from }: { from: string }) {
  const user = useQuery(sessionQuery).data;
  if (!user || limitedToHermes(user)) return null;
  return <Link from={from} />;
}
