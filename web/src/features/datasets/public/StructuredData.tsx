import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type PublicDataset, publicMetadataUrl, publicSchemaOrgQuery } from "@/api/datasets/public";

const type = "application/ld+json";

/**
 * The data set as schema.org in the head of the page, for browsers' tools and catalogues. The server sends that with the page;
 * who comes from another page finds it all the same. A block of data is no script to the page's content policy, and its text is
 * set as text: nothing in it is read as markup.
 */
export function StructuredData({ dataset: { id, version } }: { dataset: PublicDataset }) {
  const { data } = useQuery(publicSchemaOrgQuery(id, version));

  useEffect(() => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "alternate", type, href: publicMetadataUrl(id, "schema-org") });
    document.head.append(link);
    return () => link.remove();
  }, [id]);

  useEffect(() => {
    if (!data) return;
    for (const sent of document.head.querySelectorAll(`script[type="${type}"]`)) sent.remove();
    const block = document.createElement("script");
    block.type = type;
    block.textContent = data;
    document.head.append(block);
    return () => block.remove();
  }, [data]);

  return null;
}
