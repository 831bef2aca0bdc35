/** The documents that the product shows, from `docs`: one source for both. */
export interface Topic {
  /** In the address. */
  topic: string;
  /** Below `docs`. */
  file: string;
  title: string;
}

const howTo = (name: string, title: string): Topic => ({ topic: `howto-${name}`, file: `howto/${name}.md`, title });
const format = (name: string, title: string): Topic => ({
  topic: `formats-${name}`,
  file: `formats/${name}.md`,
  title,
});
const page = (name: string, title: string): Topic => ({ topic: name, file: `${name}.md`, title });

export const groups: readonly { title: string; topics: readonly Topic[] }[] = [
  {
    title: "Guides",
    topics: [
      howTo("analyst", "Analyst"),
      howTo("reviewer", "Reviewer"),
      howTo("contact", "Cohort contact"),
      howTo("coordinator", "Coordinator"),
      howTo("curator", "Curator"),
      howTo("builder", "Page builder"),
      howTo("administrator", "Administrator"),
      howTo("report", "Read a QC report"),
      howTo("meta-analysis", "Meta-analysis options"),
      howTo("freeze", "Make a freeze"),
    ],
  },
  {
    title: "Areas",
    topics: [
      page("hermes", "Submissions and meta-analyses"),
      page("freezes", "Freezes"),
      page("sgc", "Counts of cohorts"),
      page("datasets", "Data sets"),
      page("browser", "Result browser"),
      page("tools", "Tools"),
      page("configbuilder", "Page builder"),
      page("bioindex", "Indexes"),
    ],
  },
  {
    title: "File formats",
    topics: [
      format("input", "Summary statistics"),
      format("accepted", "Accepted columns"),
      format("metadata", "Metadata sheets"),
      format("qc", "Files of a QC run"),
      format("meta", "Files of a meta-analysis"),
      format("loci", "Loci"),
      format("liftover", "Liftover"),
      format("rs-numbers", "rs numbers"),
      format("table", "Tables of pages"),
      format("deposit", "GWAS Catalog deposit"),
      format("plots", "Plots"),
      format("audit", "Audit trail"),
    ],
  },
  {
    title: "Reference",
    topics: [
      page("methods", "Methods"),
      page("glossary", "Glossary"),
      page("api", "API"),
      page("r", "R package"),
      page("python", "Python package"),
      page("commands", "Commands"),
      page("operations", "Operations"),
      page("security", "Security"),
    ],
  },
];

export const topics: readonly Topic[] = groups.flatMap((group) => group.topics);
