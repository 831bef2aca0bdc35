import { ButtonLink } from "@/ui/action/links";

/** To the comparison of two results that were chosen in a list; nothing while they are not two that can be compared. */
export function CompareChosen({ names }: { names: readonly (string | undefined)[] }) {
  const [up, down] = names;
  if (names.length !== 2 || up === undefined || down === undefined) return null;
  return (
    <ButtonLink variant="default" size="xs" to="/hermes/ma/compare" search={{ up, down }}>
      Compare
    </ButtonLink>
  );
}
