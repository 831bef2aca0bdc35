import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CheckWish } from "@/api/datasets/calls";
import { checksQuery, codesQuery, type Dataset, type DatasetFile } from "@/api/datasets/datasets";
import { browseBuildOf } from "@/lib/route/browse-address";
import { Notice } from "@/ui/state/Notice";
import { Refused } from "@/ui/state/Refused";
import { reportOf } from "../page/report";
import { labelOf } from "../words";
import { useCheckAgain } from "./useCheckAgain";

/** States the genome build of one file, and checks it on that; the check proposes what the positions say. */
export function FileBuild({ dataset, file }: { dataset: Dataset; file: DatasetFile }) {
  const codes = useQuery(codesQuery).data?.genome_build;
  const checks = useQuery(checksQuery(dataset.id, file.id)).data?.items ?? [];
  const [chosen, choose] = useState<string>();
  const again = useCheckAgain(dataset.id, file);
  const found = browseBuildOf(reportOf(checks)?.file_build);
  const proposed = found && codes?.find(({ value }) => browseBuildOf(value) === found)?.value;
  const build = chosen ?? proposed ?? file.genome_build;
  return (
    <Stack gap={12}>
      {proposed && proposed !== file.genome_build && (
        <Notice tone="warn" title={`The positions of this file are on ${labelOf(codes, proposed)}`}>
          Set this build, or upload the file on {labelOf(codes, file.genome_build)}.
        </Notice>
      )}
      <NativeSelect
        id={`build-${file.id}`}
        label="Genome build of this file"
        description={`Plots, genes and top hits use it. The build of the data set is ${labelOf(codes, dataset.genome_build)}.`}
        data={codes ?? []}
        value={build}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      <Refused error={again.error} />
      <Group justify="flex-end">
        <Button
          size="xs"
          loading={again.isPending}
          disabled={build === file.genome_build || build === "n/a"}
          onClick={() => again.mutate({ genome_build: build as CheckWish["genome_build"] })}
        >
          Check on this build
        </Button>
      </Group>
    </Stack>
  );
}
