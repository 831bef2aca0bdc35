import { may } from "@/lib/permission";
import { examples } from "@/lib/route/examples";
import type { Way } from "./WayList";

/** What one can do today: the commands of the program that work on local files, and pages that are there. */
export const commands: Way[] = [
  {
    text: "Identify a file of summary statistics: software, columns, genome build.",
    command: "cohortium sumstats inspect study.tsv.gz",
  },
  {
    text: "Check every row and list all findings at once.",
    command: "cohortium sumstats check study.tsv.gz --build GRCh38",
  },
  {
    text: "Run the quality control of the server on this machine: report, clean file, excluded rows, figures.",
    command: "cohortium sumstats qc study.tsv.gz --build GRCh38 -o study-qc",
  },
  {
    text: "Meta-analyse the files of several studies: results with tabix index, summary, inputs to repeat the run.",
    command: "cohortium sumstats meta north.tsv.gz south.tsv.gz -o meta.tsv.gz",
  },
  {
    text: "Convert a file of any software to GWAS-SSF with its metadata.",
    command: "cohortium sumstats convert study.txt --to gwas-ssf -o study.tsv.gz",
  },
];

export const hermesUpload: Way = {
  text: "Register a GWAS file with the HERMES consortium: upload, QC report, review, meta-analysis.",
  to: "/hermes/new",
  label: "Upload a file to HERMES",
  when: (grants) => may(grants, "uploadData"),
};

export const datasetList: Way = {
  text: "Registered data sets with their checked files: search, download, share, cite.",
  to: "/datasets",
  label: "Data sets",
  when: ({ areas }) => areas?.includes("datasets") ?? false,
};

export const pageGallery: Way = {
  text: "Interactive pages made from tables, with filters, plots and an address to share.",
  to: "/byor",
  label: "Pages",
};

export const pageBuilder: Way = {
  text: "Turn a table into a page: choose columns, filters and plots, with a live preview.",
  to: "/configbuilder",
  label: "Build a page",
};

export const apiReference: Way = {
  text: "Every call of the server, to use from scripts.",
  href: "/api/docs",
  label: "API reference",
};

export const exampleFile: Way = {
  text: "Summary statistics around FTO for body mass index, to try the tools on.",
  href: examples.summaryStatistics,
  label: "Example file",
};
