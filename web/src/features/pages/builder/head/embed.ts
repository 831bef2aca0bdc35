/** What another site puts into its page to show one of ours. Pure; no DOM. */

export const sizes = {
  small: { label: "Small, 480 pixels high", height: 480 },
  medium: { label: "Medium, 720 pixels high", height: 720 },
  large: { label: "Large, 1,080 pixels high", height: 1080 },
};

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export function embedCode(address: string, title: string, size: keyof typeof sizes): string {
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="${sizes[size].height}" style="border:0" loading="lazy"></iframe>`;
}

/** The origin of a typed or pasted address; undefined if it is not an address of a site. */
export function originOf(text: string): string | undefined {
  try {
    const { protocol, origin } = new URL(text.trim());
    return protocol === "https:" || protocol === "http:" ? origin : undefined;
  } catch {
    return undefined;
  }
}
