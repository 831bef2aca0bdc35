/** What files write where nothing is; the reader of tables on the server knows the same words. */
const words = new Set([
  "",
  ".",
  "-",
  "NA",
  "na",
  "N/A",
  "n/a",
  "#NA",
  "NaN",
  "nan",
  "NAN",
  "#N/A",
  "-nan",
  "-NaN",
  "null",
  "NULL",
  "None",
  "none",
]);

export const isMissingWord = (text: string): boolean => words.has(text);
