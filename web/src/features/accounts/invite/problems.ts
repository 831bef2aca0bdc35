import type { InvitationResult } from "@/api/accounts";
import { ApiError } from "@/lib/api-error";
import type { SummaryItem } from "@/ui/form/ErrorSummary";

/** Fields of the form and what is wrong with them; "" for what belongs to no field. */
export type Problems = Readonly<Record<string, string>>;

const mailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What the page itself knows to be wrong with an address. */
export function addressProblem(value: string): string | undefined {
  if (value.trim() === "") return "Enter the e-mail address.";
  return mailShape.test(value.trim()) ? undefined : "This is not an e-mail address. It looks like person@example.org.";
}

/** What the server refused, by the last word of the field's path. */
export function problemsOfError(error: unknown, fields: readonly string[]): Problems {
  if (!(error instanceof ApiError)) return {};
  const problems: Record<string, string> = {};
  for (const { field, message } of error.fields) {
    const name = field.split(".").at(-1) ?? "";
    problems[fields.includes(name) ? name : ""] = message;
  }
  // A name that is taken is a fault of the name, whatever else the server says.
  if (error.status === 409 && Object.keys(problems).length === 0) problems.user_name = error.message;
  return problems;
}

/** The same for one person of an invitation that was refused. */
export function problemsOfResult(result: InvitationResult, fields: readonly string[]): Problems {
  const message = result.message || "The server refused this person.";
  return { [result.field && fields.includes(result.field) ? result.field : ""]: message };
}

/** For the summary, each with the control to mend. */
export function summaryOf(prefix: string, problems: Problems): SummaryItem[] {
  return Object.entries(problems).map(([field, message]) => ({
    id: field ? `${prefix}-${field}` : undefined,
    message,
  }));
}
