import type { Entry, NavItem } from "./areas";
import { within } from "./known-paths";

/** Whether something in the item is where the person is. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  return ("entries" in item ? item.entries : [item]).some((entry) => currency(entry, pathname) !== undefined);
}

/** Whether the entry is the one where the person is: "page" on it, "true" somewhere that belongs to it. */
export function currency(entry: Entry, pathname: string): "page" | "true" | undefined {
  if (entry.to === undefined) return undefined;
  if (pathname.replace(/(.)\/$/, "$1") === entry.to) return "page";
  return (entry.under ?? [entry.to]).some((root) => within(pathname, root)) ? "true" : undefined;
}

/** Pages of the own account, which the account at the end of the bar marks. */
export function isOwnAccount(pathname: string): boolean {
  return ["/profile", "/hermes/profile", "/hermes/changepassword"].includes(pathname.replace(/(.)\/$/, "$1"));
}
