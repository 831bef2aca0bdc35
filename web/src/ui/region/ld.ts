/** r² in the five steps that figures, legend and tables colour by. */

/** The limits of the steps; each step holds its lower one. */
export const ldLimits = [0, 0.2, 0.4, 0.6, 0.8, 1] as const;

/** The step of a variant that the panel does not have. */
export const notInPanel = -1;

/** 0 for r² below 0.2 … 4 for 0.8 and more. */
export function ldStep(r2: number | null | undefined): number {
  if (r2 == null || !Number.isFinite(r2)) return notInPanel;
  let step = 0;
  while (step < 4 && r2 >= (ldLimits[step + 1] as number)) step++;
  return step;
}
