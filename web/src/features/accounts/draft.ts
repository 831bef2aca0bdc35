import { z } from "zod/mini";
import type { DraftKind } from "@/lib/browser/draft";
import { draftShape } from "@/ui/form/record";

/** The typed values about a person, without the password. */
const person = draftShape(
  z.object({ user_name: z.string(), first_name: z.string(), last_name: z.string(), user_type: z.string() }),
);
type Person = z.infer<typeof person>;

export const invitationDraft: DraftKind<Person> = { name: "invitation", version: 2, shape: person };
export const newUserDraft: DraftKind<Person> = { name: "new-user", version: 2, shape: person };

const several = draftShape(z.object({ text: z.string(), user_type: z.string() }));
export const severalDraft: DraftKind<z.infer<typeof several>> = { name: "invitations", version: 2, shape: several };

const names = draftShape(z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }));
export const namesDraft: DraftKind<z.infer<typeof names>> = { name: "own-account", version: 1, shape: names };

const token = draftShape(
  z.object({ name: z.string(), scopes: z.array(z.string()), days: z.union([z.number(), z.string()]) }),
);
export const tokenDraft: DraftKind<z.infer<typeof token>> = { name: "api-token", version: 1, shape: token };
