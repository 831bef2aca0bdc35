import { z } from "zod/mini";
import { readStored, removeStored, writeStored } from "@/lib/browser/stored";

const key = "cohortium-recent-searches";
const most = 8;

const placeShape = z.object({
  kind: z.string(),
  title: z.string(),
  subtitle: z.string(),
  address: z.string(),
});

/** A place that was opened from the search. */
export type RecentPlace = z.infer<typeof placeShape>;

const stored = z.object({ of: z.string(), places: z.array(placeShape) });

/**
 * The pages that this user opened last in this browser, newest first; those of other users are not
 * shown.
 */
export function recentPlaces(person: string): RecentPlace[] {
  const told = stored.safeParse(readStored(key));
  return told.success && told.data.of === person ? told.data.places : [];
}

export function rememberPlace(person: string, { kind, title, subtitle, address }: RecentPlace): void {
  const others = recentPlaces(person).filter((place) => place.address !== address);
  writeStored(key, { of: person, places: [{ kind, title, subtitle, address }, ...others].slice(0, most) });
}

export function forgetPlaces(): void {
  removeStored(key);
}
