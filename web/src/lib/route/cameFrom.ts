import type { TrailStep } from "./page";

interface Left {
  /** The account that saw the page; other accounts are not led back to it. */
  account: string | undefined;
  /** The page with those above it, outermost first. */
  trail: readonly TrailStep[];
}

let left: Left | undefined;

/** Remembers, in this tab and until it is loaded again, the page that one may leave for one that leads back. */
export function leave(account: string | undefined, trail: readonly TrailStep[]): void {
  left = { account, trail };
}

/** The page that one came from with those above it; undefined for a page that was opened by its address. */
export function cameFrom(account: string | undefined): readonly TrailStep[] | undefined {
  return left?.account === account ? left?.trail : undefined;
}
