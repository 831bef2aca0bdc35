import { Link } from "@tanstack/react-router";
import type { VariantAnswer } from "@/api/browse/variant";
import { formatCount, plural } from "@/lib/format/format";
import { chromosomeCode } from "@/lib/genome/region";
import { browseLink, regionLink } from "@/lib/route/browse-address";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Notice } from "@/ui/state/Notice";
import { EmptyState } from "@/ui/state/states";
import { AbsentCard } from "../AbsentCard";
import { LeftOut } from "../LeftOut";
import { MoreResults } from "../MoreResults";
import type { PageProps } from "../search";
import { buildLabel, placeOf, variantTitle } from "../words";
import { AlleleChoice } from "./AlleleChoice";
import { FactsCard } from "./FactsCard";
import { CombinationForest, OtherForests } from "./Forests";
import { FrequencyCard } from "./FrequencyCard";
import classes from "./variant.module.css";
import { nearestWords, seenIn } from "./words";

interface Props extends Omit<PageProps, "what"> {
  data: VariantAnswer;
}

/** Half of what "Open region" shows around the variant. */
const around = 250_000;

/** The page of a variant once it is read: alleles, genes nearby, and its effect in each result. */
export function VariantBody({ area, data, search, onSearch }: Props) {
  const { variant, genome_build: build, combined, others, absent, asked } = data;
  const { seen, asked: looked } = seenIn(data);
  const alleles = variant.effect_allele && `Effect allele ${variant.effect_allele}, other ${variant.other_allele}`;
  const sub = [alleles, nearestWords(data.genes), `in ${formatCount(seen)} of ${plural(looked, "result")}`];
  const place = `${buildLabel(build)} ${placeOf(variant)}`;
  const span = {
    chromosome: chromosomeCode(variant.chromosome) ?? 0,
    start: Math.max(1, variant.position - around),
    end: variant.position + around,
  };
  const shown = [...combined.map(({ effect }) => effect), ...others].slice(0, 3).map(({ result }) => result.ref);
  return (
    <>
      <PageHeader
        title={variantTitle(variant)}
        sub={[...sub, place].filter(Boolean).join(" · ")}
        actions={
          <ButtonLink
            {...regionLink(area, span, { build, results: shown.length > 0 ? shown : undefined, ld: variant.id })}
          >
            Open region
          </ButtonLink>
        }
      />
      <SamePlace area={area} data={data} />
      <div className={classes.page}>
        <div className={classes.main}>
          <AlleleChoice variant={variant} onChoose={(allele) => onSearch({ ...search, allele })} />
          {data.palindromic && (
            <Notice tone="warn" title="Palindromic variant">
              {variant.other_allele} and {variant.effect_allele} are complementary, so a file on the other strand shows
              the opposite effect. Compare the frequencies.
            </Notice>
          )}
          <LeftOut
            leftOut={asked.left_out}
            all={search.all === true}
            onAll={(all) => onSearch({ ...search, all: all || undefined, from: undefined })}
          />
          {combined.map((one) => (
            <CombinationForest key={one.effect.result.ref} combination={one} allele={variant.effect_allele} />
          ))}
          <OtherForests effects={others} allele={variant.effect_allele} alone={combined.length === 0} />
          {seen === 0 && (
            <Card>
              <EmptyState title="No result has this variant">
                {looked === 0
                  ? `There is no result on ${buildLabel(build)} that you have access to.`
                  : "Each result below states the reason."}
              </EmptyState>
            </Card>
          )}
          <MoreResults asked={asked} onFrom={(from) => onSearch({ ...search, from })} />
          <AbsentCard title="Results without the variant" absent={absent} others={asked.other_builds} />
        </div>
        <div className={classes.side}>
          <FactsCard area={area} data={data} />
          <FrequencyCard data={data} />
        </div>
      </div>
    </>
  );
}

/** Other variants at the place, which may be the one that was meant. */
function SamePlace({ area, data: { found, genome_build: build, variant } }: Pick<Props, "area" | "data">) {
  const others = found.filter((one) => one.variant.id !== variant.id);
  if (others.length === 0) return null;
  return (
    <p className={classes.same}>
      Also at this position:{" "}
      {others.map((one, i) => (
        <span key={one.variant.id}>
          {i > 0 && ", "}
          <Link {...browseLink(area, "variant", one.variant.id, { build })}>
            {one.variant.other_allele}/{one.variant.effect_allele}
          </Link>{" "}
          in {plural(one.results, "result")}
        </span>
      ))}
    </p>
  );
}
