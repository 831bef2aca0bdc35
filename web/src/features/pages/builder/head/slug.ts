/** The address that a title proposes: 3 to 60 lower-case letters, digits and single hyphens. Pure; no DOM. */
const longest = 60;
const shortest = 3;

export function slugOf(title: string): string {
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, longest)
    .replace(/-+$/, "");
  return slug.length >= shortest ? slug : `page-${slug}`.replace(/-+$/, "");
}

/** Why an address cannot be used, as a sentence; undefined when it can. */
export function slugFault(slug: string): string | undefined {
  if (slug.length < shortest || slug.length > longest) return `An address has ${shortest} to ${longest} characters.`;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    return "Use lower-case letters, digits and single hyphens. Do not begin or end with a hyphen.";
  }
  return undefined;
}
