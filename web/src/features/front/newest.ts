/** The results that the front door shows. */
export const newest = { limit: 3, sort: "-updated_at" } as const;
