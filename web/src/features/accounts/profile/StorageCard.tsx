import { useQuery } from "@tanstack/react-query";
import { type Quota, storageQuery } from "@/api/server/storage";
import { type QuotaState, quotaState, usedWords } from "@/lib/upload/quota";
import { Card } from "@/ui/Card";
import { Meter } from "@/ui/Meter";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { EmptyState } from "@/ui/state/states";
import classes from "../accounts.module.css";

const names: Readonly<Record<Quota["kind"], string>> = {
  dataset_bytes: "Files in data sets",
  index_bytes: "Indexes and their uploads",
  table_bytes: "Tables of pages",
  indexes: "Number of indexes",
  tables: "Number of tables",
  pages: "Number of pages",
};

const tones = { free: "brand", nearly: "warn", full: "fail" } as const satisfies Record<QuotaState, string>;

/** What the account uses of its quotas, and what it may use. */
export function StorageCard() {
  const answer = useQuery(storageQuery);
  return (
    <Card title="Storage">
      <Answered what="your storage" answer={answer} rows={3} title="Storage could not be loaded">
        {({ quotas }) => <Quotas quotas={quotas} />}
      </Answered>
    </Card>
  );
}

function Quotas({ quotas }: { quotas: readonly Quota[] }) {
  const used = quotas.filter((quota) => quota.used > 0);
  if (used.length === 0) {
    return (
      <EmptyState title="Nothing stored yet">
        Files of your data sets, your indexes and the tables of your pages count here.
      </EmptyState>
    );
  }
  return (
    <>
      <Warning quotas={used} />
      <ul className={classes.quotas}>
        {used.map((quota) => (
          <li key={quota.kind}>
            <div className={classes.quotaWords}>
              <span>{names[quota.kind]}</span>
              <span>{usedWords(quota)}</span>
            </div>
            {quota.limit > 0 && (
              <Meter
                label={names[quota.kind]}
                words={usedWords(quota)}
                used={quota.used}
                limit={quota.limit}
                tone={tones[quotaState(quota)]}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={classes.note}>Old versions of files count too, and everything in the bin.</p>
    </>
  );
}

function Warning({ quotas }: { quotas: readonly Quota[] }) {
  const full = quotas.some((quota) => quotaState(quota) === "full");
  if (!full && !quotas.some((quota) => quotaState(quota) === "nearly")) return null;
  return (
    <Notice tone={full ? "fail" : "warn"} title={full ? "A quota is used up" : "At least 90 % of a quota is used"}>
      Delete unneeded files, indexes or pages and empty the bin, or ask an administrator for more.
    </Notice>
  );
}
