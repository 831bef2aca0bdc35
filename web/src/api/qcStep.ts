import { own } from "@/lib/own";
import { stepTitles } from "./gen/qcSteps";

/** The title of a QC step. A step that these pages do not know keeps its own name. */
export const stepTitle = (name: string): string => own(stepTitles, name) ?? name.replaceAll("_", " ");
