import type { QueryClient } from "@tanstack/react-query";
import { createDataset, createStudy, DatasetConflict, updateDataset } from "@/api/dataset-calls";
import { type Dataset, datasetKeys, studiesQuery } from "@/api/datasets";
import { ApiError } from "@/lib/api-error";
import { studyNamed } from "./StudyField";
import { fromDataset, type StudyValue, sameValues, toInput, type Values } from "./values";

/** The id of the study, which is registered first when it is new. Somebody may have registered it meanwhile: then it is theirs. */
async function registeredStudy(queries: QueryClient, { id, name, institution }: StudyValue): Promise<string> {
  if (id) return id;
  const wanted = { name: name.trim(), institution: institution.trim() };
  try {
    const made = await createStudy(wanted);
    void queries.invalidateQueries({ queryKey: datasetKeys.studies });
    return made.id;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const known =
      error.status === 409 ? await queries.fetchQuery({ ...studiesQuery(wanted.name), staleTime: 0 }) : undefined;
    const same = known && studyNamed(known.items, wanted.name);
    if (same) return same.id;
    throw asStudyError(error);
  }
}

/** The names of the fields of a study are not those of a data set. */
function asStudyError(error: ApiError): ApiError {
  const fields = error.fields.map(({ field, message }) => ({ field: field === "name" ? "study" : field, message }));
  return new ApiError(error.status, error.message, "study_refused", fields, error.requestId, error.retryAfter);
}

export async function register(queries: QueryClient, values: Values): Promise<Dataset> {
  return createDataset(toInput(values, await registeredStudy(queries, values.study)));
}

/** Saves a change made from `version`; a change by somebody else that does not touch the form is no conflict. */
export async function save(
  queries: QueryClient,
  id: string,
  base: Values,
  { values, version }: { values: Values; version: number },
): Promise<Dataset> {
  const input = toInput(values, await registeredStudy(queries, values.study));
  try {
    return await updateDataset(id, version, input);
  } catch (error) {
    if (error instanceof DatasetConflict && sameValues(fromDataset(error.current), base)) {
      return updateDataset(id, error.current.version, input);
    }
    throw error;
  }
}
