import type { Schemas } from "@/lib/contract";

export type LocusReport = Schemas["LocusReport"];
export type LocusSettings = Schemas["LocusSettings"];
export type LociReport = NonNullable<Schemas["LociReport"]>;
export type LocusVariants = Schemas["BrowseLocusVariants"];
export type JudgedLocus = Schemas["BrowseLocus"];
