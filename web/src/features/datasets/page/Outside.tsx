import { Anchor } from "@mantine/core";
import { webAddress } from "./words";

interface Props {
  /** Linked only when it is an address of the web. */
  address: string | undefined;
  /** What it is called; the address itself if empty. */
  text: string | undefined;
  className?: string | undefined;
}

/** A page elsewhere; its name alone where it has no address. */
export function Outside({ address, text, className }: Props) {
  const href = webAddress(address);
  if (!href) return text;
  return (
    <Anchor className={className} href={href} target="_blank" rel="noopener noreferrer" inherit>
      {text || href}
    </Anchor>
  );
}
