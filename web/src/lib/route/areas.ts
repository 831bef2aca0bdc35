import { examples } from "@/lib/route/examples";
import { consortiumArea } from "../browser/runtime-config";
import { type Grants, isAdmin, managesUsers, may } from "../permission";
import { type PagePath, within } from "./known-paths";

export type AreaName = "hermes" | "sgc" | "datasets";

/** Paths of pages without an id. */
export type PlainPath = Exclude<PagePath, `${string}$${string}`>;

/** One place of an area's menu. */
export interface Entry {
  label: string;
  /** A page of ours, or an address that the server answers. */
  to?: PlainPath;
  href?: string;
  /** Paths that belong to the entry besides its own; absent: everything below it. */
  under?: readonly string[];
  /** Who sees it; absent: all users. */
  when?: (grants: Grants) => boolean;
}

/** Entries behind one button; hidden without visible entries. */
export interface EntryGroup {
  label: string;
  entries: readonly Entry[];
}

export type NavItem = Entry | EntryGroup;

export interface Area {
  name: AreaName;
  label: string;
  home: PlainPath;
  signIn: PlainPath;
  items: readonly NavItem[];
}

const admins = (grants: Grants) => isAdmin(grants);
const reviewers = (grants: Grants) => may(grants, "sgc-review-data");

export const areas: Record<AreaName, Area> = {
  hermes: {
    name: "hermes",
    label: consortiumArea("hermes").name,
    home: "/hermes",
    signIn: "/hermes/login",
    items: [
      { label: "Dashboard", to: "/hermes/dashboard", when: (grants) => may(grants, "viewAllUploads") },
      { label: "Submissions", to: "/hermes", under: ["/hermes/new", "/hermes/qc", "/hermes/browse"] },
      { label: "Meta-analyses", to: "/hermes/ma", when: (grants) => may(grants, "viewAllUploads") },
      { label: "Freezes", to: "/hermes/freezes", when: (grants) => may(grants, "viewAllUploads") },
      { label: "Phenotypes", to: "/hermes/phenotypes" },
      { label: "Notices", to: "/hermes/notices" },
      { label: "Settings", to: "/hermes/settings", when: (grants) => may(grants, "approveUpload") },
      { label: "Users", to: "/hermes/users", when: (grants) => managesUsers(grants, "hermes") },
    ],
  },
  sgc: {
    name: "sgc",
    label: consortiumArea("sgc").name,
    home: "/sgc",
    signIn: "/sgc/login",
    items: [
      { label: "Cohorts", to: "/sgc", under: ["/sgc/new", "/sgc/edit", "/sgc/view"] },
      { label: "Phenotypes", to: "/sgc/phenotypes" },
      { label: "Case totals", to: "/sgc/phenotype-case-totals", when: reviewers },
      { label: "Users", to: "/sgc/users", when: (grants) => managesUsers(grants, "sgc") },
      {
        label: "More",
        entries: [
          { label: "Completeness", to: "/sgc/completeness", when: reviewers },
          { label: "Archive", to: "/sgc/archive", when: reviewers },
        ],
      },
    ],
  },
  datasets: {
    name: "datasets",
    label: consortiumArea("datasets").name,
    home: "/datasets",
    signIn: "/login",
    items: [
      { label: "Data sets", to: "/datasets", under: ["/datasets", "/browse"] },
      { label: "Create", to: "/create" },
      { label: "Tools", to: "/tools", under: ["/tools", "/byor", "/minibioindex", "/configbuilder"] },
      {
        label: "Help",
        entries: [
          { label: "Documentation", to: "/help" },
          { label: "API reference", href: "/api/docs" },
          { label: "Example file", href: examples.summaryStatistics },
        ],
      },
      {
        label: "Administration",
        entries: [
          { label: "Overview", to: "/admin", under: [], when: admins },
          { label: "Users", to: "/admin/users", when: admins },
          { label: "Names and logos", to: "/admin/consortium", when: admins },
          { label: "Rules for results", to: "/admin/rules", when: admins },
          { label: "Storage by account", to: "/admin/storage", when: admins },
          { label: "Audit trail", to: "/admin/audit", when: admins },
          { label: "Reference data", to: "/admin/reference", when: admins },
          { label: "First steps", to: "/admin/setup", when: admins },
        ],
      },
    ],
  },
};

/** The area of a path; tools and other shared pages belong to the data sets. */
export function areaOf(pathname: string): AreaName {
  if (within(pathname, "/hermes")) return "hermes";
  return within(pathname, "/sgc") ? "sgc" : "datasets";
}

/** Whom the menus are for: the session and the token of the SGC area. */
export interface Person {
  user?: { groups: readonly string[]; areas: readonly string[] } | null;
  hasSgcToken: boolean;
}

/** The areas that a person may enter, in the order of the menu. */
export function areasOf({ user, hasSgcToken }: Person): Area[] {
  const open = new Set<string>(user?.areas);
  if (hasSgcToken) open.add("sgc");
  return [areas.hermes, areas.sgc, areas.datasets].filter((area) => open.has(area.name));
}

/** The items that this person sees; a group without entries is not there. */
export function visibleItems(items: readonly NavItem[], grants: Grants): NavItem[] {
  const seen = (entry: Entry) => entry.when?.(grants) ?? true;
  return items.flatMap((item): NavItem[] => {
    if (!("entries" in item)) return seen(item) ? [item] : [];
    const entries = item.entries.filter(seen);
    return entries.length > 0 ? [{ ...item, entries }] : [];
  });
}
