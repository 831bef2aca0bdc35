import { useRouterState } from "@tanstack/react-router";

/** What a sign-in page says when one is led to it: it travels in the history, where no link from elsewhere can put it. */
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
