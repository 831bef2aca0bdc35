import type { ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { ButtonLink } from "./links";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** A page is made at once. It travels in the history, where no link from elsewhere can put it. */
    makePage?: boolean;
  }
}

interface Props extends Pick<ButtonProps, "size"> {
  /** What the page shows, as the builder's address names it. */
  from: string;
  children?: ReactNode;
}

/** Makes a page of something that is here, and opens it in the builder: one click. */
export function BuildPageLink({ from, children, ...button }: Props) {
  return (
    <ButtonLink variant="default" to="/configbuilder" search={{ from }} state={{ makePage: true }} {...button}>
      Build a page{children}
    </ButtonLink>
  );
}
