/** 5e-8, −0.5, 1,000: what people write for a number. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replaceAll("−", "-").replaceAll(",", "");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
