import { useQuery } from "@tanstack/react-query";
import { linkOptions } from "@tanstack/react-router";
import { codesQuery } from "@/api/datasets/datasets";
import { type PublicCheck, type PublicDataset, publicDatasetQuery } from "@/api/datasets/public";
import { ApiError } from "@/lib/api-error";
import { formatCount, formatDate, plural } from "@/lib/format/format";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { DatasetSkeleton } from "../page/DatasetSkeleton";
import { InputChanged } from "../page/InputChanged";
import { PhenotypeChoice } from "../page/PhenotypeChoice";
import page from "../page/page.module.css";
import { labelOf } from "../words";
import { NotPublic } from "./NotPublic";
import { AboutCards } from "./PublicAbout";
import { CiteCard, LicenceCard } from "./PublicCite";
import { DownloadCard } from "./PublicDownloads";
import { NoResults, PublicResults } from "./PublicResults";
import classes from "./public.module.css";
import { StructuredData } from "./StructuredData";

interface Props {
  id: string;
  /** Id of the phenotype in the address. */
  chosen: string | undefined;
}

/** A public data set, as everyone sees it. If it is withdrawn while open, it disappears. */
export function PublicPage({ id, chosen }: Props) {
  const dataset = useQuery(publicDatasetQuery(id));
  if (dataset.error instanceof ApiError && dataset.error.status === 404) return <NotPublic id={id} />;
  return (
    <Answered
      what="the data set"
      answer={dataset}
      loading={<DatasetSkeleton label="Reading the data set" />}
      frame={onPage}
    >
      {(data) => <Reading dataset={data} chosen={chosen} />}
    </Answered>
  );
}

function Reading({ dataset, chosen }: { dataset: PublicDataset; chosen: string | undefined }) {
  const { phenotypes } = dataset;
  const shown =
    phenotypes.find(({ id }) => id === chosen) ??
    phenotypes.find(({ file }) => file?.check?.rows_in !== undefined) ??
    phenotypes[0];
  return (
    <>
      <StructuredData dataset={dataset} />
      <PageHeader title={dataset.title} sub={<State dataset={dataset} />} />
      <div className={page.page}>
        {phenotypes.length > 1 && (
          <nav aria-label="Phenotypes">
            <ul className={classes.phenotypes}>
              {phenotypes.map((phenotype) => (
                <PhenotypeChoice
                  key={phenotype.id}
                  phenotype={phenotype}
                  current={phenotype === shown}
                  link={linkOptions({
                    to: "/p/datasets/$id",
                    params: { id: dataset.id },
                    search: { phenotype: phenotype.id },
                  })}
                />
              ))}
            </ul>
          </nav>
        )}
        <InputChanged said={dataset.input_changed} />
        {shown?.file?.check && <Verdict check={shown.file.check} />}
        {shown?.file?.check?.rows_in !== undefined ? (
          <PublicResults key={shown.id} dataset={dataset} file={shown.file}>
            <Beside dataset={dataset} />
          </PublicResults>
        ) : (
          <div className={page.columns}>
            <div className={page.main}>
              <NoResults phenotype={shown} />
              <AboutCards dataset={dataset} />
            </div>
            <Beside dataset={dataset} />
          </div>
        )}
      </div>
    </>
  );
}

/** The verdict of the newest check of the shown file; nothing if it passed. */
function Verdict({ check }: { check: PublicCheck }) {
  const codes = useQuery(codesQuery).data;
  const builds = [check.file_build, check.build].map((build) => labelOf(codes?.genome_build, build));
  const elsewhere = check.file_build !== check.build && `Its positions are on ${builds[0]}, not on ${builds[1]}. `;
  if (check.status === "failed") {
    return (
      <Notice tone="fail" title="This file failed its quality check">
        {elsewhere}
        {check.published_despite && <>Reason to publish it anyway: {check.published_despite}</>}
      </Notice>
    );
  }
  if (check.status === "warned") return <Notice tone="warn" title="This file passed its quality check with warnings" />;
  return null;
}

function Beside({ dataset }: { dataset: PublicDataset }) {
  return (
    <div className={page.side}>
      <DownloadCard dataset={dataset} />
      <CiteCard dataset={dataset} />
      <LicenceCard dataset={dataset} />
    </div>
  );
}

function State({ dataset }: { dataset: PublicDataset }) {
  const codes = useQuery(codesQuery).data;
  const variants = dataset.phenotypes.reduce((sum, { file }) => sum + (file?.check?.rows_clean ?? 0), 0);
  const stated = dataset.phenotypes.flatMap(({ file }) => file?.genome_build ?? []);
  const builds = stated.length > 0 ? [...new Set(stated)] : [dataset.genome_build];
  const facts = [
    labelOf(codes?.data_type, dataset.data_type),
    labelOf(codes?.ancestry, dataset.ancestry),
    plural(dataset.global_sample_size, "person", "people"),
    ...(variants > 0 && dataset.phenotypes.length === 1 ? [plural(variants, "variant")] : []),
    builds.map((build) => labelOf(codes?.genome_build, build)).join(" and "),
  ];
  return (
    <>
      <div className={classes.facts}>{facts.join(" · ")}</div>
      <div className={classes.meta}>
        {dataset.title !== dataset.name && <>{dataset.name} · </>}
        {dataset.institution && <>{dataset.institution} · </>}
        version {formatCount(dataset.version)}, changed {formatDate(dataset.updated_at)}
      </div>
    </>
  );
}
