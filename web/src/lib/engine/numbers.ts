import { isMissingWord } from "./missing";

const plain = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const grouped = /^[-+]?\d{1,3}(?:([,. \u00a0\u202f_])\d{3})(?:\1\d{3})*(?![0-9])/;

/**
 * The number of a text: undefined for a word that means missing, NaN for an invalid number. With a
 * decimal comma, points group thousands; else commas do. Spaces and underscores always may, in
 * groups of three.
 */
export function numberOf(text: string, decimal: "." | "," = "."): number | undefined {
  const typed = text.trim();
  if (isMissingWord(typed)) return undefined;
  if (decimal === "." && plain.test(typed)) return finiteOr(Number(typed));
  return finiteOr(numberInGroups(typed, decimal));
}

function numberInGroups(typed: string, decimal: "." | ","): number {
  const [head = "", mark] = grouped.exec(typed) ?? [];
  const whole = mark === undefined || mark === decimal ? typed : head.replaceAll(mark, "") + typed.slice(head.length);
  if (decimal === ",") return numberWithComma(whole);
  return plain.test(whole) ? Number(whole) : Number.NaN;
}

function numberWithComma(typed: string): number {
  if (typed.includes(".")) return Number.NaN;
  const pointed = typed.replace(",", ".");
  return plain.test(pointed) ? Number(pointed) : Number.NaN;
}

const finiteOr = (number: number) => (Number.isFinite(number) ? number : Number.NaN);

/** A number as text, as short as it leads back to itself. */
export const textOfNumber = (number: number): string => String(number);

/** Rounded to so many decimals as the number is written, halves away from zero: 1.005 to two is 1.01, −2.5 to none is −3. */
export function roundTo(number: number, digits: number): number {
  if (!Number.isFinite(number)) return Number.NaN;
  const places = Math.max(-15, Math.min(15, Math.round(digits)));
  // A whole number has no decimals to round; shifting a large one would leave what a number can hold.
  if (places >= 0 && Number.isInteger(number)) return number || 0;
  const rounded = shifted(Math.round(shifted(Math.abs(number), places)), -places);
  return rounded === 0 ? 0 : Math.sign(number) * rounded;
}

/** number · 10^places, exact in the decimals that are written. */
function shifted(number: number, places: number): number {
  const [digits, exponent = "0"] = String(number).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}
