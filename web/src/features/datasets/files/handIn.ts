import { addCredibleSet, addPhenotype, putFile, updateCredibleSet } from "@/api/datasets/calls";
import type { Dataset } from "@/api/datasets/datasets";
import { type Task, toPhenotype } from "./tasks";

/** Makes a stored file part of the data set. */
export function handIn(id: string, one: Task): Promise<Dataset> {
  const { purpose, uploadId = "" } = one;
  switch (purpose.kind) {
    case "phenotype":
      return addPhenotype(id, toPhenotype(one, one.uploadId));
    case "version":
      return putFile(id, purpose.pid, uploadId);
    case "credible":
      return addCredibleSet(id, purpose.pid, purpose.name, uploadId);
    default:
      return updateCredibleSet(id, purpose.pid, purpose.cid, purpose.name, uploadId);
  }
}
