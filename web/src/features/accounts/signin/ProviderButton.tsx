import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Refusal } from "./Refusal";

interface Props {
  /** Begins; the browser is on its way when it is done. */
  start: () => Promise<void>;
  children: ReactNode;
}

/** Leaves for the external provider. */
export function ProviderButton({ start, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function leave() {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await start();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="default" fullWidth aria-disabled={busy || undefined} onClick={() => void leave()}>
        {children}
      </Button>
      <Refusal failure={failure} />
    </>
  );
}
