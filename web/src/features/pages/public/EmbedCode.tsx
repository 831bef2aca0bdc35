import { Button, Popover, Text } from "@mantine/core";
import { Copy } from "@/ui/Copy";
import { embedCode } from "../builder/head/embed";
import classes from "./published.module.css";

export function EmbedCode({ slug, title }: { slug: string; title: string }) {
  const code = embedCode(`${window.location.origin}/p/pages/${slug}/embed`, title, "medium");
  return (
    <Popover position="bottom-end" trapFocus withinPortal width={420}>
      <Popover.Target>
        <Button variant="default">Embed</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Embed this page">
        <Text size="sm">
          Sites that the owner has named can show this page within their own, for reading. Put this into theirs:
        </Text>
        <pre className={classes.code}>{code}</pre>
        <Copy value={code} what="the code" />
      </Popover.Dropdown>
    </Popover>
  );
}
