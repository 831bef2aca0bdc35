type Listener = () => void;

/** One happening that several places of the page want to hear of. */
class Signal {
  private readonly listeners = new Set<Listener>();

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  announce(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The session ended in the middle of work. */
export const sessionLost = new Signal();

/** The same person signed in again over the page. */
export const sessionRestored = new Signal();

/** The token of the SGC area was refused in the middle of work. */
export const sgcSessionLost = new Signal();

/** The server reports that the account has an open duty before it may continue. */
export const dutyOwed = new Signal();
