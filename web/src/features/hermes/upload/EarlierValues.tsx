import { Button, NativeSelect } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type HermesUpload,
  type HermesUploadRow,
  inspectionQuery,
  uploadQuery,
  uploadsQuery,
} from "@/api/hermes/hermes";
import type { Inspection } from "@/lib/sumstats/contract";
import { earlierMapping } from "@/lib/sumstats/mapping";
import { toastError } from "@/ui/dialog/toast";
import { toastUndo } from "@/ui/dialog/toastUndo";
import type { MetadataKey, Values } from "./fields";
import { fromMetadata } from "./metadata";
import classes from "./upload.module.css";
import type { Wizard } from "./wizard";

/** The fields of one submission only: its name and values from its file. */
const ownKeys: readonly MetadataKey[] = ["dataSetName", "totalSampleSize", "cases"];

/**
 * The values of an earlier submission for a new one. The build is that of the current file's
 * positions.
 */
function valuesFrom(model: HermesUpload["metadata"], now: Values, inspection: Inspection | undefined): Values {
  const own = inspection?.build.guess ? [...ownKeys, "genomeBuild" as const] : ownKeys;
  return { ...fromMetadata(model), ...Object.fromEntries(own.map((key) => [key, now[key]])) };
}

const sameHeader = (a: Inspection, b: Inspection) => a.header.join("\t") === b.header.join("\t");

interface EarlierValuesProps {
  wizard: Wizard;
  /** Whose earlier submissions may be copied from. */
  userName: string;
  /** The submission that is being edited; not offered as its own model. */
  editing?: string;
}

/** Fills in the values of one of the user's earlier submissions, the last one by one click. Nothing when there is none. */
export function EarlierValues({ wizard, userName, editing }: EarlierValuesProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(uploadsQuery({ uploader: userName, sort: "-uploaded_at", limit: 50 }));
  const earlier = (data?.items ?? []).filter((upload) => upload.id !== editing);
  const [last] = earlier;
  if (!last) return null;

  async function apply({ id, dataset_name: name }: HermesUploadRow) {
    setBusy(true);
    try {
      const model = await queries.fetchQuery(uploadQuery(id));
      fillIn(model, wizard.inspection !== undefined && (await hasHeader(model, wizard.inspection)));
    } catch (error) {
      toastError(`The values of ${name} could not be read`, error);
    } finally {
      setBusy(false);
    }
  }

  function fillIn(model: HermesUpload, mapped: boolean) {
    const { inspection, change, setColumns } = wizard;
    const before = wizard.latest.current;
    change(valuesFrom(model.metadata, before.values, inspection));
    if (mapped && inspection) setColumns(earlierMapping(model.mapping, inspection));
    const what = mapped ? "The values and the columns" : "The values";
    toastUndo(`${what} of ${model.dataset_name} were filled in.`, () => {
      change(before.values);
      setColumns(before.columns);
    });
  }

  /** Whether the header of an earlier file is that of the file in hand: then the columns mean the same. */
  async function hasHeader(model: HermesUpload, inspection: Inspection): Promise<boolean> {
    try {
      return sameHeader(await queries.ensureQueryData(inspectionQuery(model.id)), inspection);
    } catch (error) {
      toastError(`The columns of ${model.dataset_name} could not be read`, error);
      return false;
    }
  }

  return (
    <div className={classes.earlier}>
      <Button size="xs" variant="default" loading={busy} onClick={() => void apply(last)}>
        Use values of {last.dataset_name}
      </Button>
      {earlier.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label="Use values of another submission"
          value=""
          disabled={busy}
          onChange={(event) => {
            const model = earlier.find((upload) => upload.id === event.currentTarget.value);
            if (model) void apply(model);
          }}
        >
          <option value="">or of another</option>
          {earlier.slice(1).map((upload) => (
            <option key={upload.id} value={upload.id}>
              {upload.dataset_name}
            </option>
          ))}
        </NativeSelect>
      )}
    </div>
  );
}
