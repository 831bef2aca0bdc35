import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { optionsQuery } from "@/api/accounts/options";
import classes from "../signin/auth.module.css";
import type { FieldErrors } from "../signin/fieldErrors";
import { PasswordField } from "./PasswordField";
import { ratePassword } from "./passwordRating";

/** What the server asks for while it has not said so. */
const usualLeast = 15;
/** Characters of a password beside a second factor. */
const besideFactor = 8;

const empty = { password: "", repeat: "" };

type Errors = FieldErrors<"password" | "repeat">;

/**
 * A new password: its problems, and its required length. `secondFactor` is whether the account has
 * one; with "unknown" the server judges a shorter password.
 */
export function useNewPassword(secondFactor: boolean | "unknown" = false) {
  const [value, onChange] = useState(empty);
  const alone = useQuery(optionsQuery).data?.min_password ?? usualLeast;
  const least = secondFactor === true ? besideFactor : alone;
  const refused = secondFactor === false ? alone : besideFactor;

  function check(): Errors {
    if (value.password !== value.repeat && value.repeat !== "")
      return { repeat: "The two passwords are not the same." };
    if (value.password === "") return { password: "Choose a password." };
    if ([...value.password].length < refused) return { password: `A password needs at least ${refused} characters.` };
    return value.repeat === "" ? { repeat: "Type the password once more." } : {};
  }

  const words =
    secondFactor === "unknown"
      ? `At least ${least} characters; ${besideFactor} where a second factor is set up`
      : `At least ${least} characters`;
  return { value, onChange, check, clear: () => onChange(empty), least, words };
}

interface Props {
  fresh: ReturnType<typeof useNewPassword>;
  /** Of the account: it makes a bad password. */
  userName: string;
  errors?: Errors;
  label?: string;
  /** Begins the ids of the two fields, where a summary of errors leads to them: `user-password`, `user-repeat`. */
  idPrefix?: string;
}

/** A new password, twice; its rules and its strength while it is typed. The server has the last word. */
export function NewPassword({ fresh, userName, errors = {}, label = "New password", idPrefix }: Props) {
  const { value, onChange, least, words } = fresh;
  const rating = ratePassword(value.password, least, userName);
  const rules = [
    { words, met: rating.long },
    { words: "Not a common password or your user name", met: rating.own },
  ];
  return (
    <>
      <PasswordField
        id={idPrefix && `${idPrefix}-password`}
        name="new-password"
        label={label}
        autoComplete="new-password"
        value={value.password}
        error={errors.password}
        description="Any characters. Use a password manager, or a few unrelated words."
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
      <div className={classes.rating}>
        <ul className={classes.rules} aria-label="Password requirements">
          {rules.map((rule) => (
            <li key={rule.words} data-met={rule.met}>
              <span aria-hidden="true">{rule.met ? "✓" : "○"}</span> {rule.words}
              <VisuallyHidden>{rule.met ? " (met)" : " (not yet)"}</VisuallyHidden>
            </li>
          ))}
        </ul>
        <div role="status">{rating.word && `This password is ${rating.word}.`}</div>
      </div>
      <PasswordField
        id={idPrefix && `${idPrefix}-repeat`}
        name="repeat-password"
        label="Repeat the password"
        autoComplete="new-password"
        value={value.repeat}
        error={errors.repeat}
        onChange={(event) => onChange({ ...value, repeat: event.currentTarget.value })}
      />
    </>
  );
}
