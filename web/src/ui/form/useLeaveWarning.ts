import { useBlocker } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { confirm } from "../dialog/confirm";

interface LeaveWarning {
  /** There is something that leaving interrupts. */
  when: boolean;
  title: string;
  /** The kept text, and the rest. */
  children: string;
  /** Whether an address of the same path is still this page; absent: every one is. */
  stays?: (search: object) => boolean;
}

/** Asks before the page is left. Answers a way to leave without being asked, as after saving. */
export function useLeaveWarning({ when, title, children, stays = () => true }: LeaveWarning): () => void {
  const free = useRef(false);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Another part of the same page is not leaving it.
      const here = current.pathname === next.pathname && stays(next.search as object);
      if (free.current || !when || here) return false;
      return !(await confirm({ title, children, confirm: "Leave" }));
    },
    enableBeforeUnload: () => when && !free.current,
  });
  return useCallback(() => {
    free.current = true;
  }, []);
}
