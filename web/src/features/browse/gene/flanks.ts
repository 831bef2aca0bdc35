/** How far around a gene its hits are looked for, in bases. */
export const flanks = [0, 50_000, 500_000] as const;
export const usualFlank = 500_000;
