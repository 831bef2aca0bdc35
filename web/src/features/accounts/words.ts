import type { Account, AccountArea, AccountState, TokenScope } from "@/api/accounts/accounts";
import { formatCount, formatDateTime, plural } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";

/** A kind of account that can be given in an area. */
export interface UserType {
  /** The word that the server takes for it. */
  name: string;
  /** The role that the account carries then. */
  role: string;
  label: string;
  /** One sentence on what it may do. */
  may: string;
}

const hermesTypes: readonly UserType[] = [
  {
    name: "uploader",
    role: "uploader",
    label: "Uploader",
    may: "Uploads files of a cohort and sees the quality reports of these files only.",
  },
  {
    name: "reviewer",
    role: "reviewer",
    label: "Reviewer",
    may: "Sees all files, accepts or rejects them, runs meta-analyses, uploads, and manages the users of HERMES.",
  },
  {
    name: "analyst",
    role: "analyst",
    label: "Analyst",
    may: "Views all files, reports and meta-analyses, but cannot change them.",
  },
];

const sgcTypes: readonly UserType[] = [
  {
    name: "uploader",
    role: "sgc-uploader",
    label: "Uploader",
    may: "Submits the counts of a cohort and sees this cohort only.",
  },
  {
    name: "reviewer",
    role: "sgc-reviewer",
    label: "Reviewer",
    may: "Sees all cohorts and their totals, manages the phenotypes, and manages the users of SGC.",
  },
];

const datasetTypes: readonly UserType[] = [
  {
    name: "contributor",
    role: "contributor",
    label: "Contributor",
    may: "Registers studies and data sets. Sees own, shared and public ones.",
  },
  {
    name: "curator",
    role: "curator",
    label: "Curator",
    may: "Registers studies and data sets. Sees and edits those of all users.",
  },
];

const allTypes: readonly UserType[] = [
  ...hermesTypes.map((type) => ({ ...type, label: `HERMES ${type.label.toLowerCase()}` })),
  ...sgcTypes.map((type) => ({ ...type, name: type.role, label: `SGC ${type.label.toLowerCase()}` })),
  ...datasetTypes,
  {
    name: "admin",
    role: "admin",
    label: "Administrator",
    may: "Everything in every area: all data, all accounts and the audit trail. Needs a second factor where that is required.",
  },
];

const typesByArea: Record<AccountArea, readonly UserType[]> = {
  hermes: hermesTypes,
  sgc: sgcTypes,
  datasets: datasetTypes,
  all: allTypes,
};

/** What can be given in an area, the most usual first. */
export function userTypes(area: AccountArea): readonly UserType[] {
  return typesByArea[area];
}

/** The server's name for a typed account type: its name, its role or its label, ignoring case. */
export function typeNamed(area: AccountArea, word: string): string | undefined {
  const wanted = word.trim().toLowerCase();
  return userTypes(area).find(({ name, role, label }) => [name, role, label.toLowerCase()].includes(wanted))?.name;
}

const areas = ["hermes", "sgc", "datasets"] as const;
export type OwnArea = (typeof areas)[number];

/** The other areas in which an invitation may carry a role: those the inviter manages. An administrator needs none. */
export function otherAreas(area: AccountArea, type: string, manages: readonly string[]): OwnArea[] {
  const own = area === "all" ? areas.find((one) => userTypes(one).some(({ role }) => role === type)) : area;
  return own ? areas.filter((one) => one !== own && manages.includes(one)) : [];
}

/** The role that a typed word names in whichever area: the word itself if there is none. */
export function roleNamed(word: string): string {
  return allTypes.find(({ name }) => name === typeNamed("all", word))?.role ?? word.trim();
}

/** A role as people of the area say it; one that is not known stays as it is. What a role is, is no state: it has no colour. */
export function roleWord(area: AccountArea, role: string): StatusWord {
  const type = [...userTypes(area), ...allTypes].find((one) => one.role === role);
  return { tone: "neutral", word: type?.label ?? role };
}

export const stateWords: Record<AccountState, StatusWord> = {
  active: { tone: "pass", word: "Active" },
  invited: { tone: "info", word: "Invited" },
  expired: { tone: "warn", word: "Invitation expired" },
  disabled: { tone: "fail", word: "Disabled" },
};

export const areaWords: Record<AccountArea, string> = {
  hermes: "HERMES",
  sgc: "SGC",
  datasets: "data sets",
  all: "all areas",
};

/** The names, or the user name if there are none. */
export function personName(account: Pick<Account, "first_name" | "last_name" | "user_name">): string {
  return [account.first_name, account.last_name].filter(Boolean).join(" ") || account.user_name;
}

/** "12 active accounts · 3 invited, 1 disabled". */
export function summarySentence(count: Record<AccountState, number>): string {
  const rest = (["invited", "expired", "disabled"] as const).flatMap((state) => {
    if (count[state] === 0) return [];
    if (state === "expired") return [plural(count.expired, "expired invitation")];
    return [`${formatCount(count[state])} ${state}`];
  });
  const active = plural(count.active, "active account");
  return rest.length > 0 ? `${active} · ${rest.join(", ")}` : active;
}

export const scopeWords: Record<TokenScope, { label: string; may: string }> = {
  read: { label: "Read", may: "Lists, reports, results and downloads this account can see." },
  upload: { label: "Upload", may: "Uploads and registers files, and edits those of this account." },
  review: { label: "Review", may: "Accepts and rejects files, runs QC again and starts meta-analyses." },
  admin: { label: "Administration", may: "Invites and changes users as far as this account may." },
};

export const tokenScopes = Object.keys(scopeWords) as TokenScope[];

const dayMs = 86_400_000;
/** How long before the end of a token the page warns. */
const warnDays = 7;

/** When a token runs out, and how pressing that is. */
export function expiryWord(expiresAt: string, now: number): StatusWord {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { tone: "fail", word: `Expired ${formatDateTime(expiresAt)}` };
  if (left > warnDays * dayMs) return { tone: "neutral", word: formatDateTime(expiresAt) };
  const days = Math.floor(left / dayMs);
  return { tone: "warn", word: days === 0 ? "Expires within a day" : `Expires in ${plural(days, "day")}` };
}

/** Issuer of a linked sign-in as people know it: the host of its address. */
export function issuerWord(issuer: string): string {
  try {
    return new URL(issuer).host;
  } catch {
    return issuer;
  }
}
