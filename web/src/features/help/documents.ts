import { topics } from "./topics";

/** Each document is a separate part, loaded when opened. */
const sources = import.meta.glob<string>(["../../../../docs/*.md", "../../../../docs/{howto,formats}/*.md"], {
  query: "?raw",
  import: "default",
});

/** The text of a document; undefined for a topic that there is not. */
export async function readDocument(topic: string): Promise<string | undefined> {
  const file = topics.find((one) => one.topic === topic)?.file;
  return file === undefined ? undefined : await sources[`../../../../docs/${file}`]?.();
}

/** The name of a heading in addresses, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/[`*]/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

/** The target of a document's link in the product; undefined if it is not shown there. */
export function targetOf(from: string, address: string): { topic: string; hash?: string } | undefined {
  const [path = "", hash] = address.split("#");
  const folder = from.includes("/") ? from.slice(0, from.lastIndexOf("/") + 1) : "";
  const file = path === "" ? from : new URL(path, `http://x/${folder}`).pathname.slice(1);
  const topic = topics.find((one) => one.file === file || one.file === `${file}README.md`)?.topic;
  return topic === undefined ? undefined : { topic, hash };
}

export interface Passage {
  topic: string;
  title: string;
  /** Heading of the section; absent above the first. */
  heading?: string;
  text: string;
}

/** The sections of a document. */
function passagesOf(topic: string, title: string, text: string): Passage[] {
  return text.split(/^(?=#{2,3} )/m).map((part) => {
    const heading = /^#{2,3} (.+)\n/.exec(part)?.[1];
    return { topic, title, heading, text: part };
  });
}

/** All sections of all documents, for the search. */
export async function readPassages(): Promise<Passage[]> {
  const all = await Promise.all(
    topics.map(async ({ topic, title }) => passagesOf(topic, title, (await readDocument(topic)) ?? "")),
  );
  return all.flat();
}
