const grouped = /^\d{1,3}(?:[,\u00a0\u202f ]\d{3})+$/;

/** A whole number as people write it: "211728", "211,728", "211 728"; undefined for anything else. */
export function parseCount(text: string): number | undefined {
  const typed = text.trim();
  const plain = grouped.test(typed) ? typed.replaceAll(/\D/g, "") : typed;
  return /^\d{1,15}$/.test(plain) ? Number(plain) : undefined;
}
