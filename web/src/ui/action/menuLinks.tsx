import { Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { forwardRef } from "react";
import type { LinkRest } from "./links";

/** An entry of a menu that is a link. Apart from the other links: the first page has no menus. */
export const MenuItemLink = createLink(
  forwardRef<HTMLAnchorElement, MenuItemProps & LinkRest<MenuItemProps>>((props, ref) => (
    <Menu.Item component="a" ref={ref} {...props} />
  )),
);
