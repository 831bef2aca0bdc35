import { Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { z } from "zod/mini";
import { askForAccess } from "@/api/accounts/doors";
import { type DraftKind, useDraft } from "@/lib/browser/draft";
import { DraftNote } from "@/ui/form/DraftNote";
import { Notice } from "@/ui/state/Notice";
import { BackToDoor } from "../signin/BackToDoor";
import { DoorForm } from "../signin/DoorForm";
import type { FieldErrors } from "../signin/fieldErrors";
import { SignInCard } from "../signin/SignInCard";
import { useSending } from "../signin/useSending";

const areaChoices = [
  { value: "", label: "Choose an area" },
  { value: "hermes", label: "HERMES: summary statistics and meta-analyses" },
  { value: "sgc", label: "SGC: case and control counts of cohorts" },
  { value: "datasets", label: "Data sets: studies, files and their pages" },
];

const areaShape = z.enum(["hermes", "sgc", "datasets"]);
const fields = ["email", "first_name", "last_name", "area", "reason"] as const;
const shape = z.record(z.enum(fields), z.string());
type Draft = z.infer<typeof shape>;

const accessDraft: DraftKind<Draft> = { name: "access-request", version: 1, shape };
/** Who asks has no account yet. */
const nobody = { account: "nobody", object: "new" };
const empty: Draft = { email: "", first_name: "", last_name: "", area: "", reason: "" };

function check({ email, area }: Draft): FieldErrors<"email" | "area"> {
  const found: FieldErrors<"email" | "area"> = {};
  if (email.trim() === "") found.email = "Enter your e-mail address. The answer is sent there.";
  else if (!/^\S+@\S+\.\S+$/.test(email.trim())) found.email = "This is not an e-mail address.";
  if (area === "") found.area = "Choose the area that you need.";
  return found;
}

/** Requests an account where strangers may. The text is kept in this browser until it is sent. */
export function RequestAccess() {
  const { restored, keep, discard, savedAt } = useDraft(accessDraft, nobody);
  const [draft, setDraft] = useState(restored ?? empty);
  const [sentFrom, setSentFrom] = useState<string>();
  const sending = useSending(fields);
  const untouched = fields.every((field) => draft[field] === "");

  useEffect(() => {
    keep(untouched ? undefined : draft);
  }, [keep, untouched, draft]);

  const text = (field: keyof Draft) =>
    sending.input(field, draft[field], (value) => setDraft({ ...draft, [field]: value }));

  function submit() {
    void sending.send(check(draft), async () => {
      const email = draft.email.trim();
      await askForAccess({ ...draft, email, area: areaShape.parse(draft.area) });
      discard();
      setSentFrom(email);
    });
  }

  if (sentFrom !== undefined) return <Sent email={sentFrom} />;
  return (
    <SignInCard title="Request access" sub="The people who manage the area decide, and send you an invitation.">
      <DoorForm name="Request access" sending={sending} onSubmit={submit} button="Send the request" busyWords="Sending">
        <TextInput {...text("email")} label="E-mail" type="email" autoComplete="email" aria-required="true" />
        <Group grow gap={12} align="flex-start">
          <TextInput {...text("first_name")} label="First name" autoComplete="given-name" maxLength={100} />
          <TextInput {...text("last_name")} label="Last name" autoComplete="family-name" maxLength={100} />
        </Group>
        <NativeSelect {...text("area")} label="Area" data={areaChoices} aria-required="true" />
        <Textarea
          {...text("reason")}
          label="Reason"
          description="Your cohort or group, and what you want to do. Optional."
          autosize
          minRows={3}
          maxLength={1000}
        />
        {!untouched && (
          <DraftNote savedAt={savedAt} question="Your input is removed." onStartOver={() => setDraft(empty)} />
        )}
      </DoorForm>
      <BackToDoor />
    </SignInCard>
  );
}

function Sent({ email }: { email: string }) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <SignInCard title="Your request was sent">
      <div ref={words} tabIndex={-1}>
        <Notice tone="info">
          The people who manage the area decide. If they agree, they send an invitation to {email}. You can close this
          page.
        </Notice>
      </div>
      <BackToDoor />
    </SignInCard>
  );
}
