import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useId, useState } from "react";
import { ApiError } from "@/lib/api-error";
import { FormDialog } from "@/ui/form/FormDialog";
import { Refused } from "@/ui/state/Refused";
import { PasswordField } from "../password/PasswordField";

/** A call that may need the current password; without it at first. */
type Call<T> = (currentPassword?: string) => Promise<T>;

type Reauthenticate = <T>(call: Call<T>) => Promise<T>;

/** The user closed the password dialog: nothing was done, and no message is needed. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Whether the server requires the password because the sign-in is too old for this change. */
function needsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.code === "current_password_needed";
}

/** Errors that the password dialog shows: a wrong password, or too many attempts. */
function wrongPassword(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "wrong_password" || error.status === 429);
}

const Context = createContext<Reauthenticate>((call) => call());

/** Makes a call, and makes it again with the current password when the server asks for it. */
export function useReauthentication(): Reauthenticate {
  return useContext(Context);
}

interface Question {
  answer: (password: string) => Promise<void>;
  cancel: () => void;
}

/** Asks for the current password in a small dialog, for everything inside that calls useReauthentication. */
export function Reauthentication({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();

  const make = useCallback(async <T,>(call: Call<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!needsPassword(error)) throw error;
    }
    return new Promise<T>((resolve, reject) => {
      setQuestion({
        async answer(password) {
          try {
            resolve(await call(password));
          } catch (error) {
            // The caller shows all other errors.
            if (needsPassword(error) || wrongPassword(error)) throw error;
            reject(error);
          }
          setQuestion(undefined);
        },
        cancel() {
          setQuestion(undefined);
          reject(new Cancelled());
        },
      });
    });
  }, []);

  return (
    <Context value={make}>
      {children}
      {question && <PasswordDialog question={question} />}
    </Context>
  );
}

function PasswordDialog({ question }: { question: Question }) {
  const [password, setPassword] = useState("");
  const id = useId();

  const focus = () => document.getElementById(id)?.focus();
  const { mutate, isPending, error } = useMutation({ mutationFn: question.answer, onError: focus });

  return (
    <FormDialog
      title="Enter your password"
      size="sm"
      label="Go on"
      busy={isPending}
      onSubmit={() => (password === "" ? focus() : mutate(password))}
      onClose={question.cancel}
    >
      <Refused error={error} />
      <Text size="sm">This change requires your current password.</Text>
      <PasswordField
        id={id}
        name="current-password"
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
