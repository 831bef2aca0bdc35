import { useMediaQuery } from "@mantine/hooks";

/** Whether the page is used with a finger: then help speaks of that. */
export const useTouch = (): boolean =>
  useMediaQuery("(pointer: coarse)", undefined, { getInitialValueInEffect: false }) ?? false;
