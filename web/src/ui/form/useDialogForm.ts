import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/lib/api-error";
import { messageOf } from "../states";

/** What is wrong, by the name of the field; "" for what has none. */
export type DialogProblems<F> = Partial<Record<(keyof F & string) | "", string>>;

interface Options<F, Saved> {
  begin: F;
  /** Fields that the server may name. Controls have the ids `{prefix}-{field}`. */
  fields: readonly (keyof F & string)[];
  prefix: string;
  /** What to mend before it is sent. */
  check: (form: F) => DialogProblems<F>;
  save: (form: F) => Promise<Saved>;
  onSaved: (saved: Saved) => unknown;
  /** Hears of a refusal besides what is shown of it, e.g. to read again what may have changed. */
  onRefused?: (error: unknown) => void;
  /** The field of a refusal that names none. */
  fieldOf?: (error: ApiError) => (keyof F & string) | undefined;
}

/** The server's sentences at their fields; what has no field stands alone. */
function refusalOf<F, Saved>(error: unknown, { fields, fieldOf }: Options<F, Saved>): DialogProblems<F> {
  if (!(error instanceof ApiError)) return { "": messageOf(error) } as DialogProblems<F>;
  const problems: Record<string, string> = {};
  for (const { field, message } of error.fields) {
    const name = field.replace(/^(body|grant)\./, "");
    const known = fields.find((one) => name === one || name.startsWith(`${one}.`) || name.startsWith(`${one}[`));
    problems[known ?? ""] = message;
  }
  const own = fieldOf?.(error);
  if (own) problems[own] ??= error.message;
  const none = Object.keys(problems).length === 0;
  return (none ? { "": `${messageOf(error)} Nothing was changed.` } : problems) as DialogProblems<F>;
}

/** The form in a dialog: what is typed, what is wrong with it as the page and the server see it, and sending it. */
export function useDialogForm<F extends object, Saved>(options: Options<F, Saved>) {
  const [form, setForm] = useState(options.begin);
  const [problems, setProblems] = useState<DialogProblems<F>>({});
  const [attempt, setAttempt] = useState(0);

  function explain(found: DialogProblems<F>): void {
    setProblems(found);
    setAttempt((count) => count + 1);
  }

  const save = useMutation({
    mutationFn: () => options.save(form),
    onSuccess: options.onSaved,
    onError: (error) => {
      explain(refusalOf(error, options));
      options.onRefused?.(error);
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    // A dialog lies within the elements of the form that opened it.
    event.stopPropagation();
    const found = options.check(form);
    if (Object.keys(found).length > 0) explain(found);
    else {
      setProblems({});
      save.mutate();
    }
  }

  const summary = Object.entries(problems).map(([field, message]) => ({
    id: field ? `${options.prefix}-${field}` : undefined,
    message: message as string,
  }));
  /** Changes the form; what was wrong with the changed fields is not known any more. */
  function change(part: Partial<F>): void {
    setForm((before) => ({ ...before, ...part }));
    setProblems(
      (before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))) as DialogProblems<F>,
    );
  }
  return { form, change, problems, summary, attempt, saving: save.isPending, submit };
}
