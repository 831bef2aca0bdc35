import { useCallback, useEffect, useState } from "react";
import { z } from "zod";
import { type DraftKind, type DraftOf, useDraft } from "@/lib/draft";

type Values = Record<string, string>;

/** What is typed about a person; a password is none of it. */
const person = z.object({
  user_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  user_type: z.string(),
});

export const invitationDraft: DraftKind<z.infer<typeof person>> = { name: "invitation", version: 1, shape: person };
export const newUserDraft: DraftKind<z.infer<typeof person>> = { name: "new-user", version: 1, shape: person };

const several = z.object({ text: z.string(), user_type: z.string() });
export const severalDraft: DraftKind<z.infer<typeof several>> = { name: "invitations", version: 1, shape: several };

/**
 * Values of a form that the browser keeps between visits. `empty` is the form as it is at first and must not change between
 * renders.
 */
export function useFormDraft<T extends Values>(kind: DraftKind<T>, of: DraftOf, empty: T) {
  const { restored, keep, discard } = useDraft(kind, of);
  const [values, setValues] = useState(restored ?? empty);

  useEffect(() => {
    const untouched = Object.entries(values).every(([name, value]) => value === empty[name]);
    keep(untouched ? undefined : values);
  }, [keep, values, empty]);

  const change = useCallback((part: Partial<T>) => setValues((before) => ({ ...before, ...part })), []);
  const clear = useCallback(() => {
    discard();
    setValues(empty);
  }, [discard, empty]);
  return { values, change, clear };
}
