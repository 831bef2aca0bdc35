import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/api/session";
import { limitedToHermes } from "@/lib/landing";
import { ButtonLink } from "@/ui/links";

interface Props {
  /** What the page shows, as the builder's address names it. */
  from: string;
}

/** To the builder, with this result as its table. Accounts of HERMES alone may not go there. */
export function BuildPageLink({ from }: Props) {
  const user = useQuery(sessionQuery).data;
  if (!user || limitedToHermes(user)) return null;
  return (
    <ButtonLink variant="default" to="/configbuilder" search={{ from }}>
      Build a page
    </ButtonLink>
  );
}
