import { Select, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { withdrawCohort } from "@/api/hermes/freeze-calls";
import { type Freeze, freezeChanged, ofFreeze, withdrawalQuery } from "@/api/hermes/freezes";
import { ApiError, refusedAt } from "@/lib/api-error";
import { plural } from "@/lib/format/format";
import { toastDone } from "@/ui/dialog/toast";
import { FormDialog } from "@/ui/form/FormDialog";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import { useAncestryName } from "../matrix";
import { sexName } from "../words";

/** Takes a cohort out of the release: which cells are computed again, and what is marked. */
export function WithdrawDialog({ freeze, onClose }: { freeze: Freeze; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const published = freeze.publication !== undefined;
  const [cohort, setCohort] = useState<string | null>(null);
  const [reason, setReason] = useState("consent withdrawn");
  const [version, setVersion] = useState("");
  const [tried, setTried] = useState(false);
  const preview = useQuery(withdrawalQuery(freeze, cohort ?? ""));
  const cohorts = [...new Set(freeze.plan.studies.map((study) => study.cohort.trim()))].toSorted();
  const withdrawing = useMutation({
    mutationFn: () => withdrawCohort(freeze, { cohort: cohort ?? "", reason, release_version: version }),
    onSuccess: async (answer) => {
      await freezeChanged(queries, answer);
      await queries.invalidateQueries(ofFreeze(freeze.id));
      toastDone(`${cohort} is withdrawn.`);
      onClose();
      if (answer.id !== freeze.id) await navigate({ to: "/hermes/freezes/$id", params: { id: answer.id } });
    },
  });
  const { error } = withdrawing;
  const general = error && !(error instanceof ApiError && error.fields.length > 0);

  function submit() {
    setTried(true);
    if (cohort && reason.trim() && (!published || version.trim())) withdrawing.mutate();
  }

  return (
    <FormDialog
      title="Withdraw a cohort"
      size="lg"
      label="Withdraw cohort"
      busy={withdrawing.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {general && (
        <Notice tone="fail" title={messageOf(error)} alert>
          Nothing was changed.
        </Notice>
      )}
      <Select
        label="Cohort"
        required
        searchable
        data={cohorts}
        value={cohort}
        onChange={setCohort}
        error={tried && !cohort ? "Choose a cohort." : refusedAt(error, "cohort")}
      />
      <TextInput
        label="Reason"
        description="Release notes and public pages repeat it"
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={tried && !reason.trim() ? "Enter a reason." : refusedAt(error, "reason")}
      />
      {published && (
        <TextInput
          label="Version of the new release"
          description="The published version is kept and marked. The new version is computed without the cohort"
          required
          maxLength={40}
          value={version}
          onChange={(event) => setVersion(event.currentTarget.value)}
          error={tried && !version.trim() ? "Enter a version." : refusedAt(error, "release_version")}
        />
      )}
      {cohort && preview.data && <Preview freeze={freeze} {...preview.data} />}
    </FormDialog>
  );
}

interface PreviewProps {
  freeze: Freeze;
  cohort: string;
  cells: readonly { phenotype?: string; ancestry?: string; sex?: string }[];
  published: readonly { id: string; name: string; release_version: string }[];
}

function Preview({ freeze, cohort, cells, published }: PreviewProps) {
  const ancestryName = useAncestryName();
  const phenotype = (code = "") => freeze.plan.phenotypes.find((one) => one.code === code)?.description ?? code;
  if (cells.length === 0) {
    return <Text size="sm">No result contains {cohort}. It is left out of future runs.</Text>;
  }
  return (
    <div role="status">
      <Text size="sm">
        {plural(cells.length, "cell contains", "cells contain")} this cohort and must be computed again:
      </Text>
      <ul>
        {cells.map(({ phenotype: code, ancestry = "", sex = "both" }) => (
          <li key={`${code} ${ancestry} ${sex}`}>
            <Text size="sm">
              {phenotype(code)}, {ancestryName(ancestry)}, {sexName(sex).toLowerCase()}
            </Text>
          </li>
        ))}
      </ul>
      {published.length > 0 && (
        <Text size="sm">
          Marked on their public pages: {published.map((one) => `${one.name} ${one.release_version}`).join(", ")}.
        </Text>
      )}
    </div>
  );
}
