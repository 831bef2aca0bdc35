import { Button, Popover, Text } from "@mantine/core";
import { Copy } from "@/ui/action/Copy";
import { embedCode } from "../builder/head/embed";
import classes from "./published.module.css";

/** What another site needs to show the page, once its owner has allowed one. */
export function EmbedCode({ slug, title, allowed }: { slug: string; title: string; allowed: boolean }) {
  const code = embedCode(`${window.location.origin}/p/pages/${slug}/embed`, title, "medium");
  return (
    <Popover position="bottom-end" trapFocus withinPortal width={420}>
      <Popover.Target>
        <Button variant="default">Embed</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Embed this page">
        {allowed ? (
          <>
            <Text size="sm">Websites that the owner allows can embed this page, read-only. Embed code:</Text>
            <pre className={classes.code}>{code}</pre>
            <Copy value={code} what="the code" />
          </>
        ) : (
          <Text size="sm">
            No website may embed this page yet. Its owner can make it public and allow websites in the builder, under
            More, Embed.
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
