import { Button, Group, Modal, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Phenotype } from "@/api/sgc";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { Notice } from "@/ui/Notice";
import classes from "./consortium.module.css";
import { maxAliases, maxCode, maxDescription, typedCode } from "./phenotypes";
import { type PhenotypeFormProps, usePhenotypeForm } from "./usePhenotypeForm";

/** Adds a phenotype, or changes what is said about one. */
export function PhenotypeDialog({ phenotype, all, onClose }: PhenotypeFormProps) {
  const isNew = phenotype === undefined;
  const { form, change, problems, summary, attempt, saving, submit } = usePhenotypeForm({ phenotype, all, onClose });
  const [opened] = useState(phenotype);
  return (
    <Modal opened onClose={onClose} title={isNew ? "Add a phenotype" : `Edit ${phenotype.code}`} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary items={summary} attempt={attempt} />
          {phenotype && phenotype.version !== opened?.version && <Changed now={phenotype} />}
          {isNew && (
            <TextInput
              id="phenotype-code"
              label="Code"
              description={`2 to ${maxCode} characters: A to Z, digits and _. Files name the phenotype by it; it cannot be changed later.`}
              required
              data-autofocus
              maxLength={maxCode}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              classNames={{ input: classes.mono }}
              value={form.code}
              error={problems.code}
              onChange={(event) => change({ code: typedCode(event.currentTarget.value) })}
            />
          )}
          <Textarea
            id="phenotype-description"
            label="Description"
            description={`${form.description.trim().length} of ${maxDescription} characters`}
            required
            data-autofocus={isNew ? undefined : true}
            autosize
            minRows={2}
            value={form.description}
            error={problems.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <TagsInput
            id="phenotype-aliases"
            label="Other names"
            description="Spellings that files may use; they are suggested as this code. Press Enter after each."
            maxTags={maxAliases}
            acceptValueOnBlur
            clearable={false}
            value={form.aliases}
            error={problems.aliases}
            onChange={(aliases) => change({ aliases })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving}>
              {isNew ? "Add phenotype" : "Save changes"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What somebody else made of it while the dialog was open; the list behind has been read again. */
function Changed({ now: { description, aliases, retired } }: { now: Phenotype }) {
  return (
    <Notice tone="warn" title="Somebody else changed this phenotype meanwhile" alert>
      It now says “{description}”, with{" "}
      {aliases.length > 0 ? `the other names ${aliases.join(", ")}` : "no other names"}
      {retired && ", and is retired"}. What you typed is still here; saving it replaces theirs.
    </Notice>
  );
}
