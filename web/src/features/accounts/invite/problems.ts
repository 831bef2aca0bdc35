import type { InvitationResult } from "@/api/accounts/accounts";
import { ApiError } from "@/lib/api-error";
import { type FieldErrors, placeAt } from "@/ui/form/record";

const mailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What the page itself knows to be wrong with an address. */
export function addressProblem(value: string): string | undefined {
  if (value.trim() === "") return "Enter the e-mail address.";
  return mailShape.test(value.trim()) ? undefined : "This is not an e-mail address. It looks like person@example.org.";
}

/**
 * The server's refusal. A duplicate name is a fault of the name field, whatever the other fields.
 */
export function placePerson(error: unknown, fields: readonly string[]): FieldErrors {
  const placed = placeAt(error, fields);
  const taken = error instanceof ApiError && error.status === 409 && Object.keys(placed).length === 0;
  return taken ? { user_name: error.message } : placed;
}

/** The refusal of one person of an invitation, as that of a form. */
export function refusalOf(result: InvitationResult | undefined): ApiError {
  const message = result?.message || "The server refused this person.";
  return new ApiError(422, message, "refused", [{ field: result?.field ?? "", message }]);
}
