import { Notice } from "@/ui/state/Notice";

/** That what a result was made of has changed since; nothing for a data set that is as it was made. */
export function InputChanged({ said }: { said: string | undefined }) {
  if (!said) return null;
  return (
    <Notice tone="warn" title="Input changed since this result was made">
      {said}
    </Notice>
  );
}
