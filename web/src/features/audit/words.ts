import type { AuditCheck, AuditObject } from "@/api/server/audit";
import { formatCount, plural } from "@/lib/format/format";
import { own } from "@/lib/own";

/** What happened, in words, in the order in which it is looked for: access, accounts, data, this server. */
const actionNames: Readonly<Record<string, string>> = {
  "sign-in": "Signed in",
  "sign-in-failed": "Failed to sign in",
  "sign-out": "Signed out",
  "sessions-ended": "Ended sessions",
  "access-denied": "Was denied access",
  "access-requested": "Requested access",
  "access-decided": "Decided on a request for access",
  "user-created": "Created an account",
  "user-changed": "Changed an account",
  "roles-changed": "Changed roles",
  "user-disabled": "Disabled an account",
  "user-enabled": "Enabled an account",
  "invitation-sent": "Sent an invitation",
  "invitation-accepted": "Accepted an invitation",
  "invitation-withdrawn": "Withdrew an invitation",
  "password-changed": "Changed a password",
  "password-reset-sent": "Sent a link to choose a password",
  "device-admitted": "Admitted a browser by a link",
  "second-factor-added": "Set up a second factor",
  "second-factor-removed": "Removed a second factor",
  "recovery-code-used": "Used a recovery code",
  "token-created": "Created an API token",
  "token-revoked": "Revoked an API token",
  "identity-linked": "Linked a sign-in",
  "identity-unlinked": "Unlinked a sign-in",
  "file-uploaded": "Uploaded a file",
  "upload-registered": "Registered a submission",
  "metadata-changed": "Changed metadata",
  "qc-started": "Started QC",
  "status-changed": "Changed a status",
  "meta-analysis-started": "Started a meta-analysis",
  cancelled: "Cancelled a job",
  downloaded: "Downloaded",
  exported: "Exported",
  published: "Published",
  unpublished: "Unpublished",
  shared: "Shared by link",
  unshared: "Stopped sharing",
  created: "Created",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
  "settings-changed": "Changed settings",
  "mail-tested": "Sent a test mail",
  "data-restored": "Restored a backup",
};

/** An action in words; one that this page does not know stays as it is. */
export function actionWord(action: string): string {
  return Object.hasOwn(actionNames, action) ? (own(actionNames, action) ?? action) : action;
}

interface Choice {
  value: string;
  label: string;
}

/** The actions that the server knows, to choose from: by what they belong to, those without a word here last. */
export function actionChoices(known: readonly string[]): Choice[] {
  const order = Object.keys(actionNames);
  const place = (action: string) => (order.includes(action) ? order.indexOf(action) : order.length);
  return [...known].sort((a, b) => place(a) - place(b)).map((value) => ({ value, label: actionWord(value) }));
}

/** Kinds of object, in words. */
const objects: Readonly<Record<AuditObject, string>> = {
  user: "Account",
  "access-request": "Request for access",
  token: "API token",
  file: "File",
  upload: "GWAS file",
  meta: "Meta-analysis",
  "prepared-meta": "Prepared meta-analysis",
  freeze: "Freeze",
  "hermes-phenotype": "Phenotype of HERMES",
  "phenotype-request": "Request for a phenotype",
  "hermes-settings": "Settings of HERMES",
  consortium: "Consortium profile",
  cohort: "Cohort",
  phenotype: "Phenotype",
  archive: "Archive of cohorts",
  study: "Study",
  dataset: "Data set",
  "dataset-batch": "Bulk import",
  index: "Index",
  table: "Table of a page",
  page: "Page",
  "tool run": "File on the page Tools",
  job: "Job",
  reference: "Reference data",
  "reference upload": "Uploaded reference data",
  mail: "Mail server",
  route: "Call",
  audit: "Audit trail",
};

export function objectWord(object: string): string {
  return Object.hasOwn(objects, object) ? objects[object as AuditObject] : object;
}

/** The kinds of object that the server knows, to choose from; one from the address that is not among them is kept. */
export function objectChoices(known: readonly string[], chosen: string | undefined): Choice[] {
  const kinds = Object.keys(objects).filter((kind) => known.includes(kind));
  if (chosen && !kinds.includes(chosen)) kinds.push(chosen);
  return kinds.map((value) => ({ value, label: objectWord(value) }));
}

/** What checking the chain found, in words. */
export function checkWords(check: AuditCheck): { title: string; text: string } {
  if (check.unbroken) {
    return {
      title: `The trail is unbroken: ${plural(check.events, "entry", "entries")}`,
      text: "All entries are present and unchanged. Keep the number and hash of the newest entry outside this server: while its hash is the same, no entry up to it was rewritten.",
    };
  }
  const at = formatCount(check.broken_at);
  return {
    title: `The trail is broken at entry ${at}`,
    text: `${check.why ?? ""} The ${plural(check.events, "entry", "entries")} before it can be trusted. This entry and later ones cannot. The database was changed outside this program, or it is damaged. Compare it with a backup before you rely on it.`.trim(),
  };
}

export interface Change {
  name: string;
  before?: string;
  after?: string;
}

/** The values of an entry side by side, by name; what did not change is left out. */
export function changesOf(before: Record<string, string>, after: Record<string, string>): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .map((name) => ({ name, before: own(before, name), after: own(after, name) }))
    .filter((change) => change.before !== change.after);
}
