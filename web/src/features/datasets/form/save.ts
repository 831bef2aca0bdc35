import type { QueryClient } from "@tanstack/react-query";
import { apiKey } from "@/api/api-query";
import { createStudy } from "@/api/datasets/calls";
import { type DatasetInput, studiesQuery } from "@/api/datasets/datasets";
import { ApiError } from "@/lib/api-error";
import { studyNamed } from "./StudyField";
import { type StudyValue, toInput, type Values } from "./values";

/**
 * The id of the study, which is registered first if it is new. If another user has registered it
 * meanwhile, that one is used.
 */
async function registeredStudy(queries: QueryClient, { id, name, institution }: StudyValue): Promise<string> {
  if (id) return id;
  const wanted = { name: name.trim(), institution: institution.trim() };
  try {
    const made = await createStudy(wanted);
    void queries.invalidateQueries({ queryKey: apiKey("/api/studies") });
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

/** The request for these values; their study is registered by then. */
export async function inputOf(queries: QueryClient, values: Values): Promise<DatasetInput> {
  return toInput(values, await registeredStudy(queries, values.study));
}
