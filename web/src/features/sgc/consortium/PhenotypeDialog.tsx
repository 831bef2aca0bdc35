import type { Phenotype } from "@/api/sgc";
import { DialogForm } from "@/ui/form/DialogForm";
import { RecordConflict } from "@/ui/form/RecordConflict";
import { CodeField, DescriptionField, WordsField } from "@/ui/phenotype/PhenotypeFields";
import { labelOf, maxAliases, maxCode, shownPart, typedCode } from "./phenotypes";
import { type PhenotypeFormState, useAddingPhenotype, usePhenotypeForm, useSavingPhenotype } from "./usePhenotypeForm";

interface AddProps {
  /** Those there are. */
  all: readonly Phenotype[];
  onClose: () => void;
}

export function AddPhenotypeDialog({ all, onClose }: AddProps) {
  const form = usePhenotypeForm({ all });
  const adding = useAddingPhenotype(form, onClose);
  return (
    <DialogForm
      title="Add a phenotype"
      form={form}
      prefix="phenotype"
      label="Add phenotype"
      busy={adding.busy}
      onSubmit={adding.submit}
      onClose={onClose}
    >
      <CodeField
        id="phenotype-code"
        description={`2 to ${maxCode} characters: A to Z, digits and _. Files name the phenotype by it; it cannot be changed later.`}
        maxLength={maxCode}
        autoCapitalize="characters"
        value={form.values.code}
        error={form.errors.code}
        onChange={(code) => form.set({ code: typedCode(code) })}
      />
      <Fields form={form} />
    </DialogForm>
  );
}

interface EditProps extends AddProps {
  phenotype: Phenotype;
}

/** Changes what is said about a phenotype. */
export function EditPhenotypeDialog({ phenotype, all, onClose }: EditProps) {
  const form = usePhenotypeForm({ phenotype, all });
  const saving = useSavingPhenotype(form, phenotype, onClose);
  return (
    <>
      <DialogForm
        title={`Edit ${phenotype.code}`}
        form={form}
        prefix="phenotype"
        label="Save changes"
        busy={saving.busy}
        onSubmit={saving.submit}
        onClose={onClose}
      >
        <Fields form={form} autoFocus />
      </DialogForm>
      <RecordConflict
        form={form}
        saving={saving}
        what="phenotype"
        by={() => undefined}
        story={({ code }) => `Somebody else changed ${code} meanwhile.`}
        label={labelOf}
        shown={shownPart}
      />
    </>
  );
}

function Fields({ form, autoFocus = false }: { form: PhenotypeFormState; autoFocus?: boolean }) {
  const { description, aliases } = form.values;
  return (
    <>
      <DescriptionField
        id="phenotype-description"
        focus={autoFocus}
        value={description}
        error={form.errors.description}
        onChange={(next) => form.set({ description: next })}
      />
      <WordsField
        id="phenotype-aliases"
        label="Other names"
        description="Spellings that files may use; they are suggested as this code. Press Enter after each."
        maxTags={maxAliases}
        value={aliases}
        error={form.errors.aliases}
        onChange={(next) => form.set({ aliases: next })}
      />
    </>
  );
}
