import type { Publication } from "@/api/datasets/datasets";
import type { Values } from "./values";

/** "Nature genetics. Dec 2015;47(12):1457-1464. doi…": only known parts. */
export function journalLine(found: Publication): string {
  const { publication, month_year_published, volume_issue, pages, elocation_id } = found;
  const volume = [volume_issue, pages].filter(Boolean).join(":");
  const issue = [month_year_published, volume].filter(Boolean).join(";");
  const sentences = [publication, issue, elocation_id].filter(Boolean).map((part) => part.replace(/\.$/, ""));
  return sentences.length > 0 ? `${sentences.join(". ")}.` : "";
}

function linesOf(found: Publication): string[] {
  return [found.title, found.authors, journalLine(found)].filter(Boolean);
}

/**
 * The form with the details of an article: title, authors and journal at the end of the
 * description, the citation as publication. Existing text is not repeated, and the text of
 * `before`, an earlier look-up, is removed.
 */
export function fillIn(values: Values, found: Publication, before?: Publication): Values {
  const { texts } = values;
  const earlier = before && before.citation !== found.citation ? before : undefined;
  const drop = new Set(earlier && linesOf(earlier));
  const kept = texts.description.split("\n").filter((line) => !drop.has(line));
  const added = linesOf(found).filter((line) => !kept.some((other) => other.includes(line)));
  const description = [...kept, ...added].join("\n").trim();
  const own = texts.publication.trim();
  const ours = own === "" || own === earlier?.citation;
  return { ...values, texts: { ...texts, description, publication: ours ? found.citation : texts.publication } };
}
