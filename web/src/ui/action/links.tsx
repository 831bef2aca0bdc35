import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { type AnchorHTMLAttributes, forwardRef } from "react";

/** What a link takes besides the properties of the piece that it looks like. */
export type LinkRest<P> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P>;

/** A button that is a link: middle click and "copy address" work. */
export const ButtonLink = createLink(
  forwardRef<HTMLAnchorElement, ButtonProps & LinkRest<ButtonProps>>((props, ref) => (
    <Button component="a" ref={ref} {...props} />
  )),
);

export const AnchorLink = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & LinkRest<AnchorProps>>((props, ref) => <Anchor ref={ref} {...props} />),
);
