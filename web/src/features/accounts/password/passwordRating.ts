/** Words that guessers try first. The server knows more of them and has the last word. */
const known = [
  "correcthorsebatterystaple",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwerty",
  "azerty",
  "1q2w3e4r",
  "1qaz2wsx",
  "1234567890",
  "0123456789",
  "123456789",
  "12345678",
  "123456",
  "1234",
  "abcdefgh",
  "abc123",
  "password",
  "passw0rd",
  "p@ssw0rd",
  "passwort",
  "motdepasse",
  "letmein",
  "welcome",
  "changeme",
  "iloveyou",
  "sunshine",
  "football",
  "administrator",
  "admin",
  "secret",
  "login",
  "cohortium",
  "consortium",
  "hermes",
  "dataset",
  "registry",
  "sumstats",
  "genetics",
  "genomics",
  "genome",
  "gwas",
  "phenotype",
  "uploader",
  "reviewer",
  "analyst",
  "curator",
  "2024",
  "2025",
  "2026",
];

const leastDistinct = 5;
const leastOwn = 8;
const manyOwn = 20;

export interface Rating {
  /** Enough characters. */
  long: boolean;
  /** Enough of it is neither a well-known word nor the account's name, and not one character over and over. */
  own: boolean;
  /** Strength in words; empty for an empty password. */
  word: "" | "too short" | "easy to guess" | "good" | "very good";
}

/** How many characters are left without well-known words and the account's own name. */
function ownLength(password: string, userName: string): number {
  const names = userName.toLowerCase().split("@");
  let rest = password.toLowerCase();
  for (const word of [...names.filter((name) => [...name].length >= 4), ...known]) rest = rest.replaceAll(word, "");
  return [...rest].length;
}

/** An estimate made here, while typing, by the server's rules: length, variety, and words that are not one's own. */
export function ratePassword(password: string, least: number, userName = ""): Rating {
  const characters = [...password];
  const left = ownLength(password, userName);
  const long = characters.length >= least;
  const own = new Set(characters).size >= leastDistinct && left >= leastOwn;
  return { long, own, word: wordOf(characters.length, left, long, own) };
}

function wordOf(length: number, left: number, long: boolean, own: boolean): Rating["word"] {
  if (length === 0) return "";
  if (!long) return "too short";
  if (!own) return "easy to guess";
  return left >= manyOwn ? "very good" : "good";
}
