import { Checkbox, VisuallyHidden } from "@mantine/core";
import type { Sex, Total } from "@/api/sgc/sgc";
import { formatCount, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { SearchInput } from "@/ui/form/SearchInput";
import { Tag } from "@/ui/Tag";
import { NoMatch } from "@/ui/table/QueryTable";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { countText } from "../count";
import { sexes, sexWords } from "../words";
import type { TotalsSearch } from "./search";
import { TotalsHead } from "./TotalsHead";
import { anyHidden, hiddenIn, numbers, type OnTotalsSearch, oneSexWords } from "./totals";
import classes from "./totals.module.css";

const numberWords = { cases: "cases", controls: "controls", effective_n: "effective N", cohorts: "cohorts" } as const;

interface Props {
  all: readonly Total[];
  rows: readonly Total[];
  search: TotalsSearch;
  onSearch: OnTotalsSearch;
}

/** Phenotypes by rows, sexes by groups of columns; every number opens the cohorts behind it. */
export function TotalsTable({ all, rows, search, onSearch }: Props) {
  const caption = `Totals by phenotype and sex, ${formatCount(rows.length)} of ${formatCount(all.length)} phenotypes`;
  return (
    <Card flush>
      <div className={classes.tools}>
        <SearchInput
          className={classes.search}
          label="Search code, description"
          value={search.q ?? ""}
          onChange={(q) => onSearch({ q })}
          delay={200}
        />
        <Checkbox
          label="Hide phenotypes without cases"
          checked={search.cases ?? false}
          onChange={(event) => onSearch({ cases: event.currentTarget.checked || undefined })}
        />
        <span className={classes.count} aria-live="polite">
          {formatCount(rows.length)} of {formatCount(all.length)}
        </span>
      </div>
      {anyHidden(rows) && (
        <p className={classes.note}>
          Small numbers are hidden to protect people: “&lt;5” is any number from 0 to 4. A sum with hidden numbers is a
          range that contains the true number, such as 1,204–1,212. “2 hidden” is the number of cohorts. A dash means
          that no cohort submitted this sex.
        </p>
      )}
      <p className={classes.note}>
        Both sexes are counted across cohorts with males and females. Cohorts with one sex are listed but not counted.
      </p>
      {rows.length === 0 ? (
        <NoMatch onClear={() => onSearch({ q: undefined, cases: undefined })} />
      ) : (
        <ScrollRegion label={caption} className={classes.scroll}>
          <table className={`${data.grid} ${classes.table}`}>
            <VisuallyHidden component="caption">{caption}</VisuallyHidden>
            <TotalsHead sort={search.sort} onSort={(sort) => onSearch({ sort })} />
            <tbody>
              {rows.map((row) => (
                <Row key={row.code} row={row} onSearch={onSearch} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}

function Row({ row, onSearch }: { row: Total; onSearch: OnTotalsSearch }) {
  return (
    <tr>
      <th scope="row" className={classes.code}>
        <button
          type="button"
          className={classes.open}
          aria-label={`${row.code}: show the cohorts behind the totals`}
          onClick={() => onSearch({ behind: row.code, sex: undefined })}
        >
          {row.code}
        </button>
        {row.retired && <Tag tone="neutral">Retired</Tag>}
        <span className={classes.words}>{row.description}</span>
      </th>
      {sexes.map((sex) => (
        <Numbers key={sex} row={row} sex={sex} onSearch={onSearch} />
      ))}
    </tr>
  );
}

function Numbers({ row, sex, onSearch }: { row: Total; sex: Sex; onSearch: OnTotalsSearch }) {
  const of = row[sex];
  const oneSex = sex === "both" ? oneSexWords(row) : undefined;
  return numbers.map((name) => {
    const value = of[name];
    const hidden = hiddenIn(of, name);
    return (
      <td key={name} className={classes.number} data-first={name === "cases"}>
        {of.cohorts === 0 ? (
          <span className={classes.absent}>
            –{name === "cohorts" && oneSex && <span className={classes.share}>{oneSex}</span>}
          </span>
        ) : (
          // One stop of the Tab key per row is enough: the code opens the same.
          <button
            type="button"
            tabIndex={-1}
            className={classes.open}
            onClick={() => onSearch({ behind: row.code, sex: sex === "both" ? undefined : sex })}
          >
            {typeof value === "number" ? formatCount(value) : countText(value)}
            {hidden > 0 && (
              <span className={classes.share} aria-hidden="true">
                {formatCount(hidden)} hidden
              </span>
            )}
            {name === "cohorts" && oneSex && <span className={classes.share}>{oneSex}</span>}
            <VisuallyHidden>
              {" "}
              {numberWords[name]}, {sexWords[sex]}
              {hidden > 0 && `, hidden in ${formatCount(hidden)} of ${plural(of.cohorts, "cohort")}`}: show the cohorts
              of {row.code}
            </VisuallyHidden>
          </button>
        )}
      </td>
    );
  });
}
