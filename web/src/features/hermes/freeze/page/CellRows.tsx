import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { FreezeCell, FreezePlan, FreezeResult } from "@/api/hermes/freezes";
import { formatCount, formatDecimal } from "@/lib/format/format";
import shared from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { type AncestryName, shownResult } from "../matrix";
import { needsReview, sexName, verdictWords } from "../words";

interface Props {
  plan: FreezePlan;
  /** Absent: all sexes. */
  sex: string | undefined;
  scheme: string | undefined;
  /** Only cells that need a look. */
  review: boolean;
  ancestryName: AncestryName;
}

interface Shown {
  cell: FreezeCell;
  result: FreezeResult | undefined;
}

const studiesOf = ({ cell, result }: Shown) => result?.n_studies ?? cell.studies.length;
const participantsOf = ({ cell, result }: Shown) => result?.participants ?? cell.participants;

const numbers = {
  studies: studiesOf,
  participants: participantsOf,
  variants: ({ result }: Shown) => result?.n_variants,
  loci: ({ result }: Shown) => result?.n_loci,
  lambda: ({ result }: Shown) => result?.lambda_gc,
};

const heads = [
  ["studies", "Studies"],
  ["participants", "Participants"],
  ["variants", "Variants"],
  ["loci", "Loci"],
  ["lambda", "λ"],
] as const;

/** The cells as a table, with what is wrong with each. */
export function CellRows({ plan, sex, scheme, review, ancestryName }: Props) {
  const names = new Map(plan.phenotypes.map(({ code, description }) => [code, description]));
  const rows = useMemo(
    () =>
      plan.cells
        .filter((cell) => (review ? needsReview(cell) : cell.sex === sex && cell.verdict !== "not_made"))
        .map((cell) => ({ cell, result: review ? worstOf(cell) : shownResult(cell, scheme) })),
    [plan, sex, scheme, review],
  );
  const sort = useRowSort(rows, numbers);
  if (rows.length === 0) {
    return <p className={shared.emptyNote}>{review ? "No cell needs a review." : "No cells for this sex."}</p>;
  }
  return (
    <ScrollRegion label="Cells, table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Phenotype</th>
            <th scope="col">Ancestry</th>
            <th scope="col">Sex</th>
            <th scope="col">State</th>
            {heads.map(([by, name]) => (
              <NumberHead key={by} sort={sort} by={by}>
                {name}
              </NumberHead>
            ))}
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {sort.rows.map(({ cell, result }) => (
            <Row
              key={`${cell.phenotype} ${cell.ancestry} ${cell.sex}`}
              cell={cell}
              result={result}
              phenotype={names.get(cell.phenotype) ?? cell.phenotype}
              ancestry={ancestryName(cell.ancestry)}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The result that a cell is to be looked at for. */
function worstOf({ results }: FreezeCell): FreezeResult | undefined {
  return (
    results.find(({ state }) => state === "failed") ??
    results.find(({ outdated }) => outdated.length > 0) ??
    results.find(({ notes }) => notes.length > 0) ??
    results[0]
  );
}

interface RowProps extends Shown {
  phenotype: string;
  ancestry: string;
}

function Row({ cell, result, phenotype, ancestry }: RowProps) {
  const { tone, word } = verdictWords[cell.verdict];
  const done = result?.state === "done";
  const notes = [
    ...(cell.verdict === "blocked" ? cell.lacks.filter(({ blocks }) => blocks).map(({ sentence }) => sentence) : []),
    ...(result?.outdated ?? []),
    ...(result?.notes ?? []),
  ];
  return (
    <tr>
      <th scope="row" className={shared.name}>
        {result?.meta_id ? (
          <Link to="/hermes/ma/$id" params={{ id: result.meta_id }}>
            {phenotype}
          </Link>
        ) : (
          phenotype
        )}
      </th>
      <td>{ancestry}</td>
      <td>{sexName(cell.sex)}</td>
      <td>
        <Tag tone={tone}>{word}</Tag>
      </td>
      <td className={shared.number}>{formatCount(studiesOf({ cell, result }))}</td>
      <td className={shared.number}>{formatCount(participantsOf({ cell, result }))}</td>
      <td className={shared.number}>{formatCount(done ? result.n_variants : undefined)}</td>
      <td className={shared.number}>{formatCount(done ? result.n_loci : undefined)}</td>
      <td className={shared.number}>{formatDecimal(done ? result.lambda_gc : undefined)}</td>
      <td className={shared.wrap}>{notes.join(" ") || "–"}</td>
    </tr>
  );
}
