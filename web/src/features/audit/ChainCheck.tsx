import { Box } from "@mantine/core";
import type { AuditCheck } from "@/api/server/audit";
import data from "@/ui/data.module.css";
import { Notice } from "@/ui/state/Notice";
import { Refused } from "@/ui/state/Refused";
import { checkWords } from "./words";

/** What checking the chain found. */
export function ChainCheck({ check, error }: { check: AuditCheck | undefined; error: unknown }) {
  if (!check && !error) return null;
  return (
    <Box mb={16}>
      <Refused error={error} title="The trail could not be checked">
        This is not a fault of the trail.
      </Refused>
      {check && !error && <Found check={check} />}
    </Box>
  );
}

function Found({ check }: { check: AuditCheck }) {
  const { title, text } = checkWords(check);
  return (
    <Notice tone={check.unbroken ? "info" : "fail"} title={title} alert>
      {text}
      {check.events > 0 && (
        <span className={data.hash}>
          Entry {check.events}: <code>{check.head}</code>
        </span>
      )}
    </Notice>
  );
}
