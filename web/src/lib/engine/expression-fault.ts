/** A stretch of an expression as it was typed, the end left out. */
export interface Place {
  from: number;
  to: number;
}

/** A problem of an expression, and its place. */
export interface Fault extends Place {
  sentence: string;
}

/** Carries a fault out of nested calls; `checkExpression` returns it as a value. */
export class FaultError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.sentence);
  }
}

export function fail({ from, to }: Place, sentence: string): never {
  throw new FaultError({ from, to, sentence });
}
