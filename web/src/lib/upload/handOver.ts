let waiting: readonly File[] = [];

/** Files on their way from one page to the next: an address cannot carry them. */
export const handOver = {
  leave: (files: readonly File[]) => {
    waiting = files;
  },
  /** Returns them once. */
  take: (): readonly File[] => {
    const files = waiting;
    waiting = [];
    return files;
  },
};
