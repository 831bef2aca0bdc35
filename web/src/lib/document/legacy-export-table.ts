/** Formats and filters in the form of older configurations. */
import type { Filter, Format } from "./document";
import type { Loose } from "./legacy-read";
import type { Saying } from "./legacy-saying";

export function formatsOf(to: Saying, name: string, formats: readonly Format[]): Loose {
  const entry: Loose & { type: string[] } = { type: [] };
  for (const format of formats) {
    const said = formatOf(format, entry);
    if (said === undefined) to.note("format", `A format of “${name}” has no older form.`);
    else entry.type.push(said);
  }
  return entry;
}

function formatOf(format: Format, entry: Loose): string | undefined {
  switch (format.type) {
    case "link":
      return linkOf(format, entry);
    case "math":
      entry.method = format.function;
      return "js math";
    case "scientific":
      return format.digits === 2 ? "scientific notation" : undefined;
    case "decimals":
      return `fixed ${format.digits + 1}`;
    case "direction":
      return format.reverse ? "direction triangle opposite" : "direction triangle";
    case "bar":
      entry["percent if empty"] = format.empty;
      return format.reverse ? "render background percent negative" : "render background percent";
    case "list":
      return "list";
    case "chips":
      return "value in class";
    case "shorten":
      Object.assign(entry, { "shorten to": format.to, "shorten anchor": format.from });
      return "shorten";
    case "copy":
      return "copy to clipboard";
  }
}

/** The older form puts the value behind the address. */
function linkOf({ to, new_tab, as, label }: Format & { type: "link" }, entry: Loose): string | undefined {
  const prefix = to.endsWith("{value}") ? to.slice(0, -"{value}".length) : undefined;
  if (prefix === undefined || prefix.includes("{")) return undefined;
  Object.assign(
    entry,
    { "new tab": String(new_tab) },
    as === "button" ? { "link type": "button" } : {},
    label ? { "link label": label } : {},
  );
  if (prefix === "") return "as link";
  entry["link to"] = prefix;
  return "link";
}

const types: Partial<Record<Filter["type"], string>> = {
  contains: "search",
  exact: "search exact",
  at_least: "search greater than",
  at_most: "search lower than",
  outside: "search or",
  between: "search and",
  choice: "dropdown",
  checklist: "checkbox",
  slider: "slider",
  suggest: "search",
};

export function filterOf(to: Saying, { column, label, type, name_in_chip, preset }: Filter): Loose | undefined {
  const [field, said] = [to.names.get(column), types[type]];
  if (field === undefined || said === undefined) {
    to.note("filter", `The filter “${label}” has no older form.`);
    return undefined;
  }
  if (preset !== undefined) to.note("filter", `What the filter “${label}” begins with has no older form.`);
  const more = type === "suggest" ? { features: ["autocomplete"] } : {};
  return { field, label, type: said, "label in bubble": String(name_in_chip), ...more };
}

/** Hidden filters have fewer types: a whole value of a list is searched, a slider is a range. */
const hiddenTypes: typeof types = {
  ...types,
  contains: "contains",
  exact: "search",
  choice: "search",
  checklist: "search",
  suggest: "search",
  slider: types.between,
  without: "filter out",
};

export function preFilterOf(to: Saying, { column, label, type, preset }: Filter): Loose | undefined {
  const field = to.names.get(column);
  const said = hiddenTypes[type];
  if (field === undefined || said === undefined || preset === undefined) {
    to.note("filter", `The hidden filter “${label}” has no older form.`);
    return undefined;
  }
  if (Array.isArray(preset)) return { field, type: said, values: preset };
  return { field, type: said, value: typeof preset === "number" ? preset : `${preset.low},${preset.high}` };
}
