import { Button, Group, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import type { FileCheck } from "@/api/sgc/sgc";
import { formatCount, plural } from "@/lib/format/format";
import { severityWords } from "@/lib/status";
import { saveText, toCsv } from "@/lib/text/csv";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { WordTag } from "@/ui/Tag";
import { FilterChip } from "@/ui/table/FilterChip";
import classes from "./file.module.css";
import { type CodeGroup, codeTitle, type Found, groupByCode, sentenceOf, suggestionsOf } from "./findings";

const shownAtFirst = 8;
const shownMore = 100;

interface FindingsProps {
  name: string;
  check: FileCheck;
  found: readonly Found[];
  /** Puts suggestions in place; absent where the table cannot be edited here. */
  onFix?: (found: readonly Found[]) => void;
  onGo: (found: Found) => void;
}

/** What the rules found, by rule, each leading to its cell and, where the remedy is known, with the remedy. */
export function FindingsCard({ name, check, found, onFix, onGo }: FindingsProps) {
  const [codes, setCodes] = useState<string[]>();
  const groups = groupByCode(found, check.report.by_code);
  const shown = codes?.length ? groups.filter((group) => codes.includes(group.code)) : groups;
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const fixable = suggestionsOf(found).length;
  if (total === 0) return null;

  function save() {
    const lines = found.map((one) => [
      severityWords[one.severity].word,
      codeTitle(one.code),
      String(one.line ?? ""),
      one.column ?? "",
      one.value ?? "",
      sentenceOf(one),
      one.suggestion ?? "",
    ]);
    saveText("findings.csv", toCsv(["Severity", "Rule", "Line", "Column", "Value", "Finding", "Suggestion"], lines));
  }

  return (
    <Card
      flush
      title={`${plural(total, "finding")} in ${name}`}
      aside={
        <Group gap={8}>
          {groups.length > 1 && (
            <FilterChip
              label="Rule"
              options={groups.map((group) => ({ value: group.code, label: codeTitle(group.code), count: group.total }))}
              selected={codes ?? []}
              onChange={setCodes}
            />
          )}
          <Button size="xs" variant="default" onClick={save}>
            Export CSV
          </Button>
          {onFix && fixable > 0 && (
            <Button size="xs" onClick={() => onFix(found)}>
              Fix all {formatCount(fixable)}
            </Button>
          )}
        </Group>
      }
    >
      {found.length < total && (
        <p className={classes.more}>
          The first {formatCount(found.length)} are listed. Others appear when these are corrected.
        </p>
      )}
      {shown.map((group) => (
        <Rule key={group.code} group={group} onFix={onFix} onGo={onGo} />
      ))}
    </Card>
  );
}

interface RuleProps extends Pick<FindingsProps, "onFix" | "onGo"> {
  group: CodeGroup;
}

function Rule({ group, onFix, onGo }: RuleProps) {
  const [limit, setLimit] = useState(shownAtFirst);
  const left = group.found.length - limit;
  return (
    <section className={classes.group} aria-label={codeTitle(group.code)}>
      <h3 className={classes.groupHead}>
        <WordTag {...severityWords[group.severity]} /> {codeTitle(group.code)}
        <span className={classes.groupCount}>{formatCount(group.total)}</span>
      </h3>
      <ul className={classes.findings}>
        {group.found.slice(0, limit).map((one) => (
          <Row key={`${one.line} ${one.column} ${one.message}`} one={one} onFix={onFix} onGo={onGo} />
        ))}
      </ul>
      {left > 0 && (
        <div className={classes.more}>
          <TextButton onClick={() => setLimit(limit + shownMore)}>
            Show {formatCount(Math.min(left, shownMore))} more
          </TextButton>
        </div>
      )}
    </section>
  );
}

function Row({ one, onFix, onGo }: Pick<FindingsProps, "onFix" | "onGo"> & { one: Found }) {
  const place = one.line === undefined ? "Table" : `Line ${formatCount(one.line)}`;
  return (
    <li className={classes.finding}>
      <span className={classes.place}>{place}</span>
      <span className={classes.sentence}>{sentenceOf(one)}</span>
      <span className={classes.remedy}>
        {onFix && one.suggestion && (
          <TextButton onClick={() => onFix([one])}>
            Apply {one.suggestion}
            <VisuallyHidden component="span"> in {place.toLowerCase()}</VisuallyHidden>
          </TextButton>
        )}
        {one.rowId !== undefined && (
          <TextButton onClick={() => onGo(one)}>
            Go to cell<VisuallyHidden component="span"> in {place.toLowerCase()}</VisuallyHidden>
          </TextButton>
        )}
      </span>
    </li>
  );
}
