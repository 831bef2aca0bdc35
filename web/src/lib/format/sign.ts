/** A written number with a true minus sign; zero has none. The power of "1.2e-8" stays as it is. */
export const signed = (text: string): string => (Number(text) === 0 ? text.replace("-", "") : text.replace(/^-/, "−"));
