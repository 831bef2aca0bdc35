import { UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useEffect, useId } from "react";
import { useLater } from "@/lib/browser/later";
import type { Area, NavItem } from "@/lib/route/areas";
import { Bars } from "../Icons";
import classes from "./MobileMenu.module.css";

interface MobileMenuProps {
  area: Area;
  open: readonly Area[];
  items: readonly NavItem[];
  pathname: string;
}

const wide = "(min-width: 56.26em)";
const fetchDrawer = async () => (await import("./MobileDrawer")).MobileDrawer;

/**
 * On narrow screens: areas and places in a drawer. It takes the focus, returns it, and closes on
 * navigation.
 */
export function MobileMenu(props: MobileMenuProps) {
  const [opened, drawer] = useDisclosure(false);
  const { close } = drawer;
  const id = useId();
  const MobileDrawer = useLater(fetchDrawer, opened);

  // On a wide screen the button to close it would be gone.
  useEffect(() => {
    const media = window.matchMedia(wide);
    media.addEventListener("change", close);
    return () => media.removeEventListener("change", close);
  }, [close]);

  return (
    <>
      <UnstyledButton
        className={classes.opener}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={drawer.open}
      >
        <Bars />
      </UnstyledButton>
      {MobileDrawer && <MobileDrawer {...props} id={id} opened={opened} onClose={close} />}
    </>
  );
}
