import { Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { publishFreeze } from "@/api/hermes/freeze-calls";
import { type Freeze, freezeChanged } from "@/api/hermes/freezes";
import { ApiError, refusedAt } from "@/lib/api-error";
import { toastDone } from "@/ui/dialog/toast";
import { FormDialog } from "@/ui/form/FormDialog";
import { LaterDateField } from "@/ui/form/LaterDateField";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";

/** A name for the address: "HERMES release 4", "4.0" → "hermes-release-4-0". */
export function publicNameOf({ name, release_version: version }: Pick<Freeze, "name" | "release_version">): string {
  const words = name.endsWith(version) ? name : `${name} ${version}`;
  return words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
}

const wellFormed = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Publishes a freeze: where its page is, and under which terms. */
export function PublishDialog({ freeze, onClose }: { freeze: Freeze; onClose: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState(() => publicNameOf(freeze));
  const [terms, setTerms] = useState("");
  const [embargo, setEmbargo] = useState("");
  const [problem, setProblem] = useState<string>();
  const publishing = useMutation({
    mutationFn: () => publishFreeze(freeze, { name, terms, ...(embargo !== "" && { embargo_until: embargo }) }),
    onSuccess: async (answer) => {
      await freezeChanged(queries, answer);
      toastDone(`${freeze.name} is published.`);
      onClose();
    },
  });
  const { error } = publishing;
  const general = error && !(error instanceof ApiError && error.fields.length > 0);

  function submit() {
    const sound = name.length >= 2 && wellFormed.test(name);
    setProblem(sound ? undefined : "Use at least two lower-case letters or digits, with single hyphens between them.");
    if (sound) publishing.mutate();
  }

  return (
    <FormDialog
      title={`Publish ${freeze.name}`}
      size="lg"
      label="Publish"
      busy={publishing.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {general && (
        <Notice tone="fail" title={messageOf(error)} alert>
          Nothing was published.
        </Notice>
      )}
      <Text size="sm">
        Everyone can see the results, the cohorts and the files, without signing in. You can withdraw the page later.
      </Text>
      <TextInput
        label="Public address"
        description={`${location.origin}/p/freezes/${name}`}
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem ?? refusedAt(error, "name")}
      />
      <Textarea
        label="Terms of use"
        description="Optional. The public page shows them."
        autosize
        minRows={3}
        maxLength={4000}
        value={terms}
        onChange={(event) => setTerms(event.currentTarget.value)}
        error={refusedAt(error, "terms")}
      />
      <LaterDateField
        id="freeze-embargo"
        label="Embargo until"
        description="Results and files are public from this day (UTC). Empty: immediately"
        value={embargo}
        onValue={setEmbargo}
      />
    </FormDialog>
  );
}
