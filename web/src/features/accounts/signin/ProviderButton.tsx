import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Refusal } from "./Refusal";

interface Props {
  /** Begins; the browser is on its way when it is done. */
  start: () => Promise<void>;
  children: ReactNode;
}

/** Leaves for the external provider. */
export function ProviderButton({ start, children }: Props) {
  const leaving = useMutation({ mutationFn: start });
  const busy = leaving.isPending || leaving.isSuccess;
  return (
    <>
      <Button variant="default" fullWidth aria-disabled={busy || undefined} onClick={() => busy || leaving.mutate()}>
        {children}
      </Button>
      <Refusal failure={leaving.error ?? undefined} />
    </>
  );
}
