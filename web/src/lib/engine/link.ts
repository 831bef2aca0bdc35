import type { Cell } from "./cell";

const schemes = new Set(["http:", "https:", "mailto:"]);

/**
 * The address of a template with the values of {names} in it. They are encoded, but for one at the very beginning, which is an
 * address itself. Undefined when a value is missing or when it leads anywhere but to http, https or mailto.
 */
export function addressOf(template: string, cellOf: (name: string) => Cell): string | undefined {
  let lacks = false;
  const address = template.trim().replaceAll(/\{([a-z][a-z0-9_]*)\}/g, (_, name: string, at: number) => {
    const value = cellOf(name);
    if (value === null) lacks = true;
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    return at === 0 ? text.trim() : encodeURIComponent(text.toWellFormed());
  });
  if (lacks || !URL.canParse(address)) return undefined;
  return schemes.has(new URL(address).protocol) ? address : undefined;
}
