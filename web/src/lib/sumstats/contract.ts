/** What the server tells of a file of summary statistics, by the contract. */
import type { Schemas } from "../contract";

export type Inspection = Schemas["Inspection"];
export type InspectedColumn = Schemas["InspectedColumn"];
export type ColumnSet = Schemas["ColumnSet"];
export type ColumnQuestion = Schemas["ColumnQuestion"];
export type ColumnAnswer = Schemas["ColumnAnswer"];
export type StudyTotal = Schemas["StudyTotal"];
export type FieldDoc = Schemas["FieldDoc"];
/** Canonical field to the header as it stands in the file. */
export type Mapping = Schemas["Mapping"];
