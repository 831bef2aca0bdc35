import { Anchor } from "@mantine/core";
import { useMemo } from "react";
import { type PublicFreeze, type PublicFreezeResult, publicFreezeFileUrl } from "@/api/hermes/freezes-public";
import { formatBytes, formatCount, formatDecimal, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../freeze.module.css";
import { publicAncestry, resultWords, sexName } from "../words";

const keyOf = ({ phenotype, ancestry, sex, name }: PublicFreezeResult) => [phenotype, ancestry, sex, name].join(" ");

const schemeName = (name: string) => own(resultWords, name) ?? name;

const phenotypeNames = ({ phenotypes }: PublicFreeze) =>
  new Map(phenotypes.map(({ code, description }) => [code, description]));

const numbers = {
  studies: (result: PublicFreezeResult) => result.n_studies,
  participants: (result: PublicFreezeResult) => result.participants,
  variants: (result: PublicFreezeResult) => result.n_variants,
  loci: (result: PublicFreezeResult) => result.n_loci,
  lambda: (result: PublicFreezeResult) => result.lambda_gc,
};

const heads = [
  ["studies", "Studies"],
  ["participants", "Participants"],
  ["variants", "Variants"],
  ["loci", "Loci"],
  ["lambda", "λ"],
] as const;

const sizes = { size: ({ size }: PublicFreezeResult["files"][number]) => size };

/** Every result of the release with its size. */
export function ResultsCard({ freeze }: { freeze: PublicFreeze }) {
  const names = phenotypeNames(freeze);
  const sort = useRowSort(freeze.results, numbers);
  return (
    <Card title="Results" aside={plural(freeze.results.length, "result")} flush>
      <ScrollRegion label="Results, table" className={`${shared.scroll} ${shared.tall}`}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Phenotype</th>
              <th scope="col">Ancestry</th>
              <th scope="col">Sex</th>
              <th scope="col">Scheme</th>
              {heads.map(([by, name]) => (
                <NumberHead key={by} sort={sort} by={by}>
                  {name}
                </NumberHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((result) => (
              <tr key={keyOf(result)}>
                <th scope="row" className={shared.name}>
                  {names.get(result.phenotype) ?? result.phenotype}
                </th>
                <td>{publicAncestry(result.ancestry)}</td>
                <td>{sexName(result.sex)}</td>
                <td>{schemeName(result.name)}</td>
                <td className={shared.number}>{formatCount(result.n_studies)}</td>
                <td className={shared.number}>{formatCount(result.participants)}</td>
                <td className={shared.number}>{formatCount(result.n_variants)}</td>
                <td className={shared.number}>{formatCount(result.n_loci)}</td>
                <td className={shared.number}>{formatDecimal(result.lambda_gc)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

/** Every file with its checksum. */
export function FilesCard({ freeze }: { freeze: PublicFreeze }) {
  const files = useMemo(() => freeze.results.flatMap((result) => result.files), [freeze]);
  const sort = useRowSort(files, sizes);
  return (
    <Card
      title="Files"
      aside={`${plural(files.length, "file")}, ${formatBytes(files.reduce((sum, { size }) => sum + size, 0))}`}
      flush
    >
      <ScrollRegion label="Files, table" className={`${shared.scroll} ${shared.tall}`}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">File</th>
              <NumberHead sort={sort} by="size">
                Size
              </NumberHead>
              <th scope="col">SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {sort.rows.map(({ name, size, sha256 }) => (
              <tr key={name}>
                <th scope="row" className={shared.name}>
                  <Anchor href={publicFreezeFileUrl(freeze.name, name)} download size="sm">
                    {name}
                  </Anchor>
                </th>
                <td className={shared.number}>{formatBytes(size)}</td>
                <td className={classes.sum}>{sha256}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
