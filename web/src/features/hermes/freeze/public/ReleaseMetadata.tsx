import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type PublicFreeze, publicFreezeFileUrl, publicFreezeMetadataQuery } from "@/api/hermes/freezes-public";

const type = "application/ld+json";

/** The release as schema.org and Croissant in the head of the page, for catalogues. Its text is data, not a script. */
export function ReleaseMetadata({ freeze: { name, published_at } }: { freeze: PublicFreeze }) {
  const { data } = useQuery(publicFreezeMetadataQuery(name, published_at));

  useEffect(() => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "alternate", type, href: publicFreezeFileUrl(name, "metadata.jsonld") });
    document.head.append(link);
    return () => link.remove();
  }, [name]);

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
