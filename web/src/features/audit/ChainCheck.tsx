import type { AuditCheck } from "@/api/audit";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import classes from "./audit.module.css";
import { checkWords } from "./words";

/** What checking the chain found. */
export function ChainCheck({ check, error }: { check: AuditCheck | undefined; error: unknown }) {
  if (error) {
    return (
      <div className={classes.above}>
        <Notice tone="fail" title="The trail could not be checked" alert>
          {messageOf(error)} This says nothing about the trail itself.
        </Notice>
      </div>
    );
  }
  if (!check) return null;
  const { title, text } = checkWords(check);
  return (
    <div className={classes.above}>
      <Notice tone={check.unbroken ? "info" : "fail"} title={title} alert>
        {text}
        {check.events > 0 && (
          <span className={classes.head}>
            Entry {check.events}: <code>{check.head}</code>
          </span>
        )}
      </Notice>
    </div>
  );
}
