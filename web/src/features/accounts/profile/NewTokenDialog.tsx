import { Button, Checkbox, Code, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type TokenScope, tokensQuery } from "@/api/accounts/accounts";
import { createToken, tokenExampleUrl } from "@/api/accounts/calls";
import type { Schemas } from "@/api/client";
import { formatDateTime } from "@/lib/format/format";
import { useAccountId } from "@/lib/permission";
import { Modal } from "@/ui/dialog/Modal";
import { DialogForm } from "@/ui/form/DialogForm";
import { type FieldErrors, handedInOnce, partsOf, placeAt } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { Notice } from "@/ui/state/Notice";
import classes from "../accounts.module.css";
import { tokenDraft } from "../draft";
import { LinkField } from "../LinkField";
import { scopeWords, tokenScopes } from "../words";
import { Cancelled, useReauthentication } from "./reauthenticate";

const fields = ["name", "scopes", "days"] as const;
const usualDays = 90;
const mostDays = 366;

interface TokenForm {
  name: string;
  scopes: TokenScope[];
  days: number | string;
}

const empty: TokenForm = { name: "", scopes: ["read"], days: usualDays };

function check({ name, scopes, days }: TokenForm): FieldErrors {
  const problems: Record<string, string> = {};
  if (name.trim() === "") problems.name = "Enter a name, such as the script that will use it.";
  if (scopes.length === 0) problems.scopes = "Choose at least one permission.";
  if (typeof days !== "number" || days < 1 || days > mostDays) problems.days = `Enter 1 to ${mostDays} days.`;
  return problems;
}

const kind = handedInOnce({
  ...partsOf<TokenForm>(...fields),
  draft: tokenDraft,
  check,
  place: (error) => placeAt(error, fields),
});

/** Asks what a token is for, then shows its text once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Schemas["CreatedApiToken"]>();
  if (!made) return <Form onMade={setMade} onClose={onClose} />;
  return (
    // The text is shown once: a stray click or key must not take it away.
    <Modal
      opened
      onClose={onClose}
      title={`Token ${made.info.name}`}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Made made={made} onClose={onClose} />
    </Modal>
  );
}

interface FormProps {
  onMade: (made: Schemas["CreatedApiToken"]) => void;
  onClose: () => void;
}

function Form({ onMade, onClose }: FormProps) {
  const queries = useQueryClient();
  const reauthenticate = useReauthentication();
  const form = useRecordForm(kind, { account: useAccountId(), object: "new" }, { held: undefined, empty });
  const making = useHandingIn(form, {
    send: ({ name, scopes, days }) =>
      reauthenticate((current_password) =>
        createToken({ name: name.trim(), scopes, days: Number(days), current_password }),
      ),
    onDone: (made, sent) => {
      form.handedIn(sent);
      onMade(made);
      return queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
    onRefused: (error) => error instanceof Cancelled,
  });
  const { values, errors } = form;
  const set = (part: Partial<TokenForm>) => form.change((before) => ({ ...before, ...part }), ...Object.keys(part));

  return (
    <DialogForm
      title="New API token"
      form={form}
      prefix="token"
      label="Create token"
      busy={making.busy}
      onSubmit={making.submit}
      onClose={onClose}
    >
      <TextInput
        id="token-name"
        label="Name"
        description="Used by"
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errors.name}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        required
      />
      <Checkbox.Group
        label="Permissions"
        value={values.scopes}
        onChange={(chosen) => set({ scopes: tokenScopes.filter((scope) => chosen.includes(scope)) })}
        error={errors.scopes}
      >
        <Stack gap="xs" mt={6}>
          {tokenScopes.map((scope, at) => (
            <Checkbox
              key={scope}
              id={at === 0 ? "token-scopes" : undefined}
              value={scope}
              label={scopeWords[scope].label}
              description={scopeWords[scope].may}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <NumberInput
        id="token-days"
        label="Days until it expires"
        value={values.days}
        onChange={(days) => set({ days })}
        min={1}
        max={mostDays}
        allowDecimal={false}
        clampBehavior="none"
        error={errors.days}
        maw={220}
      />
      <Text size="sm" c="dimmed">
        A token never has more rights than your account. You can revoke it at any time.
      </Text>
    </DialogForm>
  );
}

function Made({ made, onClose }: { made: Schemas["CreatedApiToken"]; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Notice tone="warn" title="Copy it now" alert>
        The token is shown only once. It works until {formatDateTime(made.info.expires_at)}.
      </Notice>
      <LinkField label="Token" value={made.token} />
      {made.info.scopes.includes("read") && (
        <div>
          <Text size="sm">To try it in a shell, ask which account it belongs to:</Text>
          <Code
            block
            className={classes.command}
          >{`curl -H "Authorization: Bearer ${made.token}" ${tokenExampleUrl()}`}</Code>
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
