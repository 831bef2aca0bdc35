import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { type AnchorHTMLAttributes, forwardRef } from "react";

type LinkRest<P> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P>;

/** A button that is a link: middle click and "copy address" work. */
export const ButtonLink = createLink(
  forwardRef<HTMLAnchorElement, ButtonProps & LinkRest<ButtonProps>>((props, ref) => (
    <Button component="a" ref={ref} {...props} />
  )),
);

export const AnchorLink = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & LinkRest<AnchorProps>>((props, ref) => <Anchor ref={ref} {...props} />),
);

export const MenuItemLink = createLink(
  forwardRef<HTMLAnchorElement, MenuItemProps & LinkRest<MenuItemProps>>((props, ref) => (
    <Menu.Item component="a" ref={ref} {...props} />
  )),
);
