import { Button, Checkbox, Code, Group, Modal, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountKeys, createToken, type TokenScope } from "@/api/accounts";
import { apiOrigin, type Schemas } from "@/api/client";
import { formatDateTime } from "@/lib/format";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import classes from "../accounts.module.css";
import { type Problems, problemsOfError, summaryOf } from "../invite/problems";
import { LinkField } from "../LinkField";
import { scopeWords, tokenScopes } from "../words";
import { Cancelled, useReauthentication } from "./reauthenticate";

const fields = ["name", "scopes", "days"] as const;
const usualDays = 90;
const mostDays = 366;

/** Asks what a token is for, then shows its text once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Schemas["CreatedApiToken"]>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? `Token ${made.info.name}` : "New API token"}
      size="lg"
      // The text is shown once: a stray click or key must not take it away.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? <Made made={made} onClose={onClose} /> : <Form onMade={setMade} onClose={onClose} />}
    </Modal>
  );
}

function problemsHere(name: string, scopes: readonly string[], days: number | string): Problems {
  const problems: Record<string, string> = {};
  if (name.trim() === "") problems.name = "Enter a name, such as the script that will use it.";
  if (scopes.length === 0) problems.scopes = "Choose at least one thing that the token may do.";
  if (typeof days !== "number" || days < 1 || days > mostDays) problems.days = `Enter 1 to ${mostDays} days.`;
  return problems;
}

interface FormProps {
  onMade: (made: Schemas["CreatedApiToken"]) => void;
  onClose: () => void;
}

function Form({ onMade, onClose }: FormProps) {
  const queries = useQueryClient();
  const reauthenticate = useReauthentication();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<TokenScope[]>(["read"]);
  const [days, setDays] = useState<number | string>(usualDays);
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);

  function explain(found: Problems) {
    setProblems(found);
    setAttempt((count) => count + 1);
  }

  const create = useMutation({
    mutationFn: () =>
      reauthenticate((current_password) =>
        createToken({ name: name.trim(), scopes, days: Number(days), current_password }),
      ),
    onSuccess: (made) => {
      onMade(made);
      return queries.invalidateQueries({ queryKey: accountKeys.tokens });
    },
    onError: (error) => {
      if (error instanceof Cancelled) return;
      const found = problemsOfError(error, fields);
      explain(Object.keys(found).length > 0 ? found : { "": `${messageOf(error)} No token was made.` });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = problemsHere(name, scopes, days);
    if (Object.keys(found).length > 0) return explain(found);
    setProblems({});
    create.mutate();
  }

  return (
    <form onSubmit={submit} noValidate aria-label="New API token">
      <Stack gap="md">
        <ErrorSummary items={summaryOf("token", problems)} attempt={attempt} />
        <TextInput
          id="token-name"
          label="Name"
          description="What will use it"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problems.name}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          required
        />
        <Checkbox.Group
          label="What it may do"
          value={scopes}
          onChange={(chosen) => setScopes(tokenScopes.filter((scope) => chosen.includes(scope)))}
          error={problems.scopes}
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
          value={days}
          onChange={setDays}
          min={1}
          max={mostDays}
          allowDecimal={false}
          clampBehavior="none"
          error={problems.days}
          maw={220}
        />
        <Text size="sm" c="dimmed">
          A token never may more than your account. You can revoke it at any time.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Make token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Made({ made, onClose }: { made: Schemas["CreatedApiToken"]; onClose: () => void }) {
  const origin = apiOrigin || window.location.origin;
  return (
    <Stack gap="md">
      <Notice tone="warn" title="Copy it now" alert>
        This text is shown only once. It works until {formatDateTime(made.info.expires_at)}.
      </Notice>
      <LinkField label="Token" value={made.token} />
      <div>
        <Text size="sm">For example, in a shell:</Text>
        <Code
          block
          className={classes.command}
        >{`curl -H "Authorization: Bearer ${made.token}" ${origin}/api/hermes/uploads`}</Code>
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
