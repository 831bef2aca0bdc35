import { execFileSync } from "node:child_process";

function lines(...args: string[]): string[] {
  return execFileSync("tabix", args, { encoding: "utf8" }).split("\n").filter(Boolean);
}

/** Runs Debian's tabix on a saved file with its index next to it. */
export const tabix = {
  /** Names of the sequences in the index. */
  contigs: (path: string) => lines("--list-chroms", path),
  /** The lines of a region such as 3:1-60000000. */
  query: (path: string, region: string) => lines(path, region),
};
