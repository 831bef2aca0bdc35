import { useState } from "react";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import type { PhenotypeRequest } from "@/api/hermes/phenotypes";
import { TextButton } from "@/ui/action/TextButton";
import { Notice } from "@/ui/state/Notice";
import { AskDialog } from "../phenotypes/AskDialog";
import { PhenotypeSearch } from "../phenotypes/PhenotypeSearch";
import { useWithdraw } from "../phenotypes/useWithdraw";
import { outcomeWords } from "../phenotypes/words";
import { askedId, askedValue } from "./askedPhenotype";
import classes from "./upload.module.css";
import { useAskedPhenotype } from "./useAskedPhenotype";

interface PhenotypeFieldProps {
  id: string;
  label: string;
  name: string;
  required?: boolean;
  description?: string;
  error?: string;
  value: string;
  phenotypes: HermesPhenotype[];
  onChange: (value: string) => void;
}

/**
 * The phenotype of a submission: searched by words, or requested; the draft uses it once a reviewer
 * has granted it.
 */
export function PhenotypeField({ name: _name, phenotypes, value, onChange, error, ...input }: PhenotypeFieldProps) {
  const [asking, setAsking] = useState<string>();
  const waiting = askedId(value) !== undefined;
  const request = useAskedPhenotype(value, onChange);
  return (
    <div>
      <PhenotypeSearch
        {...input}
        // While a reviewer decides, the text below explains what to do.
        key={waiting ? "asked" : "chosen"}
        error={waiting ? undefined : error}
        value={waiting ? "" : value}
        known={phenotypes}
        onChange={(code) => (code || !waiting) && onChange(code)}
        onAsk={setAsking}
      />
      {request && (
        <div className={classes.asked} role="status">
          <Asked request={request} waiting={waiting} onGiveUp={() => onChange("")} />
        </div>
      )}
      {asking !== undefined && (
        <AskDialog
          wanted={asking}
          onAsked={({ id }) => onChange(askedValue(id))}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}

interface AskedProps {
  request: PhenotypeRequest;
  /** The form still waits for it. */
  waiting: boolean;
  onGiveUp: () => void;
}

function Asked({ request, waiting, onGiveUp }: AskedProps) {
  const withdraw = useWithdraw();
  if (request.status === "asked") {
    return (
      <Notice tone="info" title={outcomeWords(request)}>
        Your input is kept. You can submit this form after the decision.{" "}
        <TextButton onClick={() => withdraw.mutate(request, { onSuccess: onGiveUp })} disabled={withdraw.isPending}>
          Withdraw the request
        </TextButton>
      </Notice>
    );
  }
  const refused = request.status === "declined" || request.status === "withdrawn";
  return (
    <Notice tone={refused ? "warn" : "info"} title={outcomeWords(request)}>
      {request.answer} {refused && waiting && "Choose another phenotype."}
    </Notice>
  );
}
