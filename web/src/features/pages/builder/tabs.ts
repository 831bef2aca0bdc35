/** What the right side of the builder shows. */
export const tabNames = ["page", "json"] as const;
export type TabName = (typeof tabNames)[number];

/** The steps on the left side. */
export const sectionNames = ["source", "columns", "convert", "format", "filters", "groups", "plots"] as const;
export type SectionName = (typeof sectionNames)[number];
