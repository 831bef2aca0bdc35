/** The server's types about files of summary statistics, from the contract. */
import type { Schemas } from "../contract";

export type Inspection = Schemas["Inspection"];
export type InspectedColumn = Schemas["InspectedColumn"];
export type ColumnSet = Schemas["ColumnSet"];
export type ColumnQuestion = Schemas["ColumnQuestion"];
export type ColumnAnswer = Schemas["ColumnAnswer"];
export type StudyTotal = Schemas["StudyTotal"];
export type FieldDoc = Schemas["FieldDoc"];
/** Canonical field to the header of the file. */
export type Mapping = Schemas["Mapping"];
