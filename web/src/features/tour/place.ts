import { readStored, writeStored } from "@/lib/browser/stored";

const key = "tour of the demo";

/** Number of the step that the reader is at, from 0; "left" after they left the tour or finished it. */
export type Place = number | "left";

export function readPlace(steps: number): Place {
  const kept = readStored(key);
  if (kept === "left") return "left";
  return typeof kept === "number" && Number.isInteger(kept) && kept >= 0 && kept < steps ? kept : 0;
}

export function keepPlace(place: Place): void {
  writeStored(key, place);
}
