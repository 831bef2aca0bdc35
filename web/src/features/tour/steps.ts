import { linkOptions } from "@tanstack/react-router";
import type { Permission } from "@/lib/permission";

/** One step of the tour of the demo. Its names are those of the demo's own files and accounts. */
interface Step<Link> {
  title: string;
  text: string;
  /** Where the step is done. */
  link: Link;
  /** Words of the link. */
  open: string;
  /** What the step needs, and the demo's account that may do it. */
  needs?: { permission: Permission; account: string };
}

/** Keeps the type of the link. */
const step = <Link>(one: Step<Link>) => one;

export const steps = [
  step({
    title: "Send a file",
    text: "Choose the example file of the page. Cohortium recognises its columns and asks only for what the file cannot say.",
    link: linkOptions({ to: "/hermes/new" }),
    open: "Open the upload page",
    needs: { permission: "uploadData", account: "uploader1" },
  }),
  step({
    title: "Read a report",
    text: "Valley HF failed its check: its frequencies are those of the other allele. The report shows the evidence and what to do.",
    link: linkOptions({ to: "/hermes", search: { q: "Valley HF" } }),
    open: "Find Valley HF",
  }),
  step({
    title: "Review",
    text: "Lakeland DCM waits for a decision. Open its report and accept it, or reject it with a reason.",
    link: linkOptions({ to: "/hermes", search: { q: "Lakeland DCM" } }),
    open: "Find Lakeland DCM",
    needs: { permission: "approveUpload", account: "reviewer1" },
  }),
  step({
    title: "Combine",
    text: "Choose all heart failure, combine across ancestries, and regress on ancestry: six accepted studies are of two ancestries.",
    link: linkOptions({ to: "/hermes/ma/new" }),
    open: "Start a meta-analysis",
    needs: { permission: "runMetaAnalysis", account: "reviewer1" },
  }),
  step({
    title: "From the genome to a gene",
    text: "Open a finished meta-analysis and click a peak of its Manhattan plot: variants, linkage, genes, and each study's effect.",
    link: linkOptions({ to: "/hermes/ma" }),
    open: "Open the meta-analyses",
  }),
];
