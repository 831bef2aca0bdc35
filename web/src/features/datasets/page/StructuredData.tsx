import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client, unwrap } from "@/api/client";
import { type Dataset, datasetKeys, metadataUrl } from "@/api/datasets";

const type = "application/ld+json";

/**
 * The data set as schema.org in the head of the page, for browsers' tools and catalogues. A block of data is no script to
 * the page's content policy, and its text is set as text: nothing in it is read as markup.
 */
export function StructuredData({ dataset: { id, version } }: { dataset: Dataset }) {
  const { data } = useQuery({
    queryKey: [...datasetKeys.dataset(id), "schema-org", version],
    queryFn: async ({ signal }) => {
      const params = { path: { id, format: "schema-org" as const } };
      return unwrap(
        client.GET("/api/datasets/{id}/metadata/{format}", { params, signal, parseAs: "text" }),
      ) as Promise<string>;
    },
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });

  useEffect(() => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "alternate", type, href: metadataUrl(id, "schema-org") });
    document.head.append(link);
    return () => link.remove();
  }, [id]);

  useEffect(() => {
    if (!data) return;
    const block = document.createElement("script");
    block.type = type;
    block.textContent = data;
    document.head.append(block);
    return () => block.remove();
  }, [data]);

  return null;
}
