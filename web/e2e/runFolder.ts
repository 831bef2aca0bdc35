import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where workers find the folder of the run. */
const variable = "COHORTIUM_STORIES";

/** Shared files of the stories of one run; deleted at its end. */
const folder = (): string => process.env[variable] ?? "";

/** Makes the folder of the run; the answer removes it. */
export function makeRunFolder(): () => void {
  const made = mkdtempSync(join(tmpdir(), "cohortium-stories-"));
  process.env[variable] = made;
  return () => rmSync(made, { recursive: true, force: true });
}

/** The path of the value with this name; it does not exist before `keep` has finished. */
export const kept = (name: string): string => join(folder(), name);

/** Whether this is the first of the run to ask, who is to keep it: the others get false, in whichever worker they are. */
export function isFirst(name: string): boolean {
  return mkdirSync(`${kept(name)}-claimed`, { recursive: true }) !== undefined;
}

/** Keeps a copy of a folder, whole or not at all, as others may wait for it. */
export function keep(from: string, name: string): void {
  cpSync(from, `${kept(name)}-part`, { recursive: true });
  renameSync(`${kept(name)}-part`, kept(name));
}
