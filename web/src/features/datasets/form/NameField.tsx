import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { DatasetCodes } from "@/api/datasets/datasets";
import { nameQuery } from "@/api/datasets/datasets";
import { fieldOf } from "../fields";
import { FormField } from "./FormField";
import type { DatasetFormState } from "./useDatasetForm";

interface Props {
  form: DatasetFormState;
  codes: DatasetCodes;
  suggested?: boolean | undefined;
}

/** How long nothing is typed before the server is asked, ms. */
const pause = 400;

/** The name, which the server checks while it is typed, with the same message as on saving. */
export function NameField({ form, codes, suggested }: Props) {
  const typed = form.values.texts.name.trim();
  const [asked] = useDebouncedValue(typed, pause);
  const own = form.base?.values.texts.name.trim().toLowerCase() === asked.toLowerCase();
  const answer = useQuery({ ...nameQuery(asked), enabled: asked !== "" && !own });
  const problem = asked === typed && !own ? answer.data?.problem : undefined;
  return <FormField field={fieldOf("name")} form={form} codes={codes} problem={problem} suggested={suggested} />;
}
