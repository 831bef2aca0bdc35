import { own } from "../own";

const names: Record<string, string> = {
  AFR: "African",
  AMR: "Admixed American",
  EAS: "East Asian",
  EUR: "European",
  SAS: "South Asian",
  CSA: "Central and South Asian",
  MID: "Middle Eastern",
  ALL: "All ancestries",
};

/** The people whose frequencies a reference panel has, from the code of their group: "EUR" → "European". */
export function panelPeople(group: string): string {
  return own(names, group) ?? group;
}
