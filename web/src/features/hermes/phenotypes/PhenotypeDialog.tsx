import type { HermesPhenotype } from "@/api/hermes";
import { DialogForm } from "@/ui/form/DialogForm";
import { RecordConflict } from "@/ui/form/RecordConflict";
import { PhenotypeFields } from "./PhenotypeFields";
import { labelOf, shownPart } from "./phenotypes";
import { useAddingPhenotype, usePhenotypeForm, useSavingPhenotype } from "./usePhenotypeForm";

export function AddPhenotypeDialog({ onClose }: { onClose: () => void }) {
  const form = usePhenotypeForm();
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
      <PhenotypeFields prefix="phenotype" form={form.values} problems={form.errors} onChange={form.set} isNew />
    </DialogForm>
  );
}

interface EditProps {
  phenotype: HermesPhenotype;
  onClose: () => void;
}

/** Changes what is said about a phenotype. */
export function EditPhenotypeDialog({ phenotype, onClose }: EditProps) {
  const form = usePhenotypeForm(phenotype);
  const saving = useSavingPhenotype(form, phenotype, onClose);
  return (
    <>
      <DialogForm
        title={`Edit ${phenotype.name}`}
        form={form}
        prefix="phenotype"
        label="Save changes"
        busy={saving.busy}
        onSubmit={saving.submit}
        onClose={onClose}
      >
        <PhenotypeFields
          prefix="phenotype"
          form={form.values}
          problems={form.errors}
          onChange={form.set}
          isNew={false}
          used={phenotype.datasets > 0}
        />
      </DialogForm>
      <RecordConflict
        form={form}
        saving={saving}
        what="phenotype"
        by={() => undefined}
        story={({ name }) => `Somebody else changed ${name} meanwhile.`}
        label={labelOf}
        shown={shownPart}
      />
    </>
  );
}
