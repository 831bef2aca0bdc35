import { type Grants, isAdmin, managesUsers, may } from "@/lib/permission";
import type { AreaName } from "@/lib/route/areas";

/** A user who chooses what to create. */
export interface Creator extends Grants {
  areas: readonly string[];
  /** This browser has a token of the SGC area; what it allows is asked there. */
  hasSgcToken: boolean;
}

/** A page where something is created. */
export type Place =
  | { to: "/configbuilder" | "/minibioindex/new" }
  | { to: "/datasets/new" | "/datasets/import" | "/hermes/new" | "/hermes/ma/new" | "/hermes/users/new" | "/sgc/new" }
  | { to: "/sgc/users" | "/admin/users"; search: { new: 1 } }
  | { dialog: "study" };

type Section = AreaName | "administration";

export interface Way {
  name: string;
  /** What it is and what it is for, in one sentence. */
  text: string;
  /** On the button. */
  verb: string;
  place: Place;
  section: Section;
  may: (creator: Creator) => boolean;
  /** Who may, for those of the area who may not; absent: it is not spoken of. */
  who?: string;
}

const everybody = () => true;

const ways: readonly Way[] = [
  {
    name: "Data set",
    text: "The result of a study, with a checked file of summary statistics for each phenotype, to share and cite.",
    verb: "Register a data set",
    place: { to: "/datasets/new" },
    section: "datasets",
    may: everybody,
  },
  {
    name: "Data sets from a sheet",
    text: "Many data sets from a spreadsheet, one line each, with a preview before the import.",
    verb: "Import from a sheet",
    place: { to: "/datasets/import" },
    section: "datasets",
    may: everybody,
  },
  {
    name: "Study",
    text: "A name and an institution that data sets belong to. You can also register it together with a data set.",
    verb: "Register a study",
    place: { dialog: "study" },
    section: "datasets",
    may: everybody,
  },
  {
    name: "Page",
    text: "An interactive page of any table, with filters, plots and formats, to share and publish.",
    verb: "Build a page",
    place: { to: "/configbuilder" },
    section: "datasets",
    may: everybody,
  },
  {
    name: "Index",
    text: "A searchable index of any table: rows by gene, region or any column, on a page and for programs.",
    verb: "Build an index",
    place: { to: "/minibioindex/new" },
    section: "datasets",
    may: everybody,
  },
  {
    name: "HERMES upload",
    text: "A GWAS file for the HERMES consortium: its columns are recognised, every row is checked, and a reviewer accepts it.",
    verb: "Upload a file",
    place: { to: "/hermes/new" },
    section: "hermes",
    may: (creator) => may(creator, "uploadData"),
    who: "uploaders and reviewers",
  },
  {
    name: "Meta-analysis",
    text: "Accepted files of one phenotype combined variant by variant, with heterogeneity, plots and a table to download.",
    verb: "Start a meta-analysis",
    place: { to: "/hermes/ma/new" },
    section: "hermes",
    may: (creator) => may(creator, "runMetaAnalysis"),
    who: "reviewers",
  },
  {
    name: "HERMES user",
    text: "An account for a HERMES uploader or reviewer, by invitation, one or several at once.",
    verb: "Add a user",
    place: { to: "/hermes/users/new" },
    section: "hermes",
    may: (creator) => managesUsers(creator, "hermes"),
    who: "reviewers",
  },
  {
    name: "Cohort of SGC",
    text: "A cohort of the SGC consortium: its description, and how many cases and controls it has for each phenotype.",
    verb: "Register a cohort",
    place: { to: "/sgc/new" },
    section: "sgc",
    may: (creator) => creator.hasSgcToken || may(creator, "sgc-upload-data"),
    who: "contacts of cohorts and reviewers",
  },
  {
    name: "SGC user",
    text: "An account for the contact of a cohort, or for a reviewer.",
    verb: "Add a user",
    place: { to: "/sgc/users", search: { new: 1 } },
    section: "sgc",
    may: (creator) => managesUsers(creator, "sgc"),
    who: "reviewers",
  },
  {
    name: "Account",
    text: "An account of any area with any role.",
    verb: "Add an account",
    place: { to: "/admin/users", search: { new: 1 } },
    section: "administration",
    may: isAdmin,
  },
];

export interface Group {
  section: Section;
  title: string;
  /** What this person may create. */
  open: Way[];
  /** What others of the area may create. */
  others: Way[];
}

const titles: readonly (readonly [Section, string])[] = [
  ["datasets", "Data sets"],
  ["hermes", "HERMES"],
  ["sgc", "SGC"],
  ["administration", "Administration"],
];

/** What can be created, by area; areas that the person does not enter are left out. */
export function groupsFor(creator: Creator): Group[] {
  const enters = (section: Section) =>
    section === "administration" || creator.areas.includes(section) || (section === "sgc" && creator.hasSgcToken);
  return titles
    .filter(([section]) => enters(section))
    .map(([section, title]) => {
      const all = ways.filter((way) => way.section === section);
      return {
        section,
        title,
        open: all.filter((way) => way.may(creator)),
        others: all.filter((way) => way.who && !way.may(creator)),
      };
    })
    .filter(({ open, others }) => open.length + others.length > 0);
}
