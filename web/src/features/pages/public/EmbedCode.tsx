import { Button, CopyButton, Popover, Text } from "@mantine/core";
import classes from "./published.module.css";

/** What another site puts into its own page. */
export const embedCode = (origin: string, slug: string, title: string): string => {
  const escaped = title.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );
  return `<iframe src="${origin}/p/pages/${slug}/embed" title="${escaped}" width="100%" height="800" loading="lazy"></iframe>`;
};

export function EmbedCode({ slug, title }: { slug: string; title: string }) {
  const code = embedCode(window.location.origin, slug, title);
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
        <CopyButton value={code} timeout={3000}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy} data-autofocus>
              <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
            </Button>
          )}
        </CopyButton>
      </Popover.Dropdown>
    </Popover>
  );
}
