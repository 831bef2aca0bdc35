/** The help of each formula function: its call, its result, and an example. Pure; no DOM. */
interface Help {
  call: string;
  about: string;
  example: string;
}

const told = (call: string, about: string, example: string): Help => ({ call, about, example });

export const functionHelp: Readonly<Record<string, Help>> = {
  abs: told("abs(x)", "The number without its sign", "abs(-0.3)"),
  ceil: told("ceil(x)", "Up to the next whole number", "ceil(2.1)"),
  exp: told("exp(x)", "e to the power of x: a log odds ratio as an odds ratio", "exp(0.1)"),
  exp2: told("exp2(x)", "2 to the power of x", "exp2(3)"),
  exp10: told("exp10(x)", "10 to the power of x", "exp10(-8)"),
  floor: told("floor(x)", "Down to the next whole number", "floor(2.9)"),
  log: told("log(x)", "Natural logarithm", "log(1.05)"),
  log2: told("log2(x)", "Logarithm to base 2", "log2(8)"),
  log10: told("log10(x)", "Logarithm to base 10", "log10(1000)"),
  neglog10: told("neglog10(x)", "−log10: a P value as its strength", "neglog10(5e-8)"),
  round: told("round(x, digits)", "Rounded. Default: to a whole number", "round(1.2345, 2)"),
  sign: told("sign(x)", "1 above zero, −1 below, 0 at zero", "sign(-0.3)"),
  sqrt: told("sqrt(x)", "Square root", "sqrt(9)"),
  power: told("power(x, y)", "x to the power of y", "power(2, 10)"),
  clamp: told("clamp(x, low, high)", "Not below low, not above high", "clamp(7, 0, 5)"),
  min: told("min(x, y, …)", "The smallest", "min(3, 1, 2)"),
  max: told("max(x, y, …)", "The largest", "max(3, 1, 2)"),
  sum: told("sum(x, y, …)", "All added up", "sum(1, 2, 3)"),
  mean: told("mean(x, y, …)", "The average", "mean(1, 2, 3)"),
  if: told("if(condition, a, b)", "a if the condition is true, otherwise b", 'if(2 > 1, "up", "down")'),
  coalesce: told("coalesce(a, b, …)", "The first value that is not missing", 'coalesce("", "none")'),
  missing: told("missing(a)", "Whether the value is missing", 'missing("")'),
  length: told("length(a)", "Characters of a text, items of a list", 'length("TTN")'),
  lower: told("lower(text)", "In small letters", 'lower("TTN")'),
  upper: told("upper(text)", "In capital letters", 'upper("ttn")'),
  trim: told("trim(text)", "Without blanks at both ends", 'trim(" TTN ")'),
  contains: told(
    "contains(a, part)",
    "Whether a text contains the part, or a list the item",
    'contains("rs123", "23")',
  ),
  starts: told("starts(text, part)", "Whether the text begins with the part", 'starts("rs123", "rs")'),
  ends: told("ends(text, part)", "Whether the text ends with the part", 'ends("chr1_A_G", "_G")'),
  replace: told("replace(text, from, to)", "Every occurrence replaced", 'replace("1_55_A_G", "_", ":")'),
  concat: told("concat(a, b, …)", "Joined as a text", 'concat("chr", 7)'),
  number: told("number(text)", "The number in a text", 'number("5E-8")'),
  text: told("text(a)", "As a text", "text(0.5)"),
  locus: told("locus(chromosome, position)", "chromosome:position", 'locus("chr7", 55019017)'),
};
