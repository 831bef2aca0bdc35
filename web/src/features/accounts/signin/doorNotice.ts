import { useRouterState } from "@tanstack/react-router";

/**
 * The message of a sign-in page after a redirect. It is in the history state, so that links from
 * other sites cannot set it.
 */
export interface DoorNotice {
  tone: "info" | "warn" | "fail";
  sentence: string;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    doorNotice?: DoorNotice;
  }
}

export function useDoorNotice(): DoorNotice | undefined {
  return useRouterState({ select: (state) => state.location.state.doorNotice });
}
