const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Parses a typed date as YYYY-MM-DD: 2006-01-31, 01/31/2006, January 31, 2006. Null for anything
 * else, including incomplete and impossible dates.
 */
export function readDay(typed: string): string | null {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const figures = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (figures) return dayOf(Number(figures[3]), Number(figures[1]), Number(figures[2]));
  const words = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(text);
  if (words) return dayOf(Number(words[3]), months.indexOf(words[1]?.toLowerCase() ?? "") + 1, Number(words[2]));
  return null;
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : null;
}
