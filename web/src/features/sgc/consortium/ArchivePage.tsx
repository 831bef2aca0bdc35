import { Stack } from "@mantine/core";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { PageHeader } from "@/ui/PageHeader";
import { ArchiveCard } from "./ArchiveCard";
import classes from "./consortium.module.css";

/** Everything of the consortium in one file. */
export function ArchivePage() {
  return (
    <>
      <PageHeader sub="All submitted files of the cohorts as one ZIP file. It is kept until the next one is built." />
      <Stack gap={16}>
        <ArchiveCard />
        <Card title="Contents">
          <ul className={classes.contents}>
            <li>
              One folder per cohort: its current files, both sexes together as derived from them, and the receipt.
            </li>
            <li>The phenotypes, and the totals by phenotype and sex.</li>
            <li>
              <span className={data.mono}>manifest.json</span>: every file with its size, version and SHA-256, when the
              archive was made and by whom.
            </li>
          </ul>
          <div className={data.faint}>Hidden numbers are also hidden in the archive.</div>
        </Card>
      </Stack>
    </>
  );
}
