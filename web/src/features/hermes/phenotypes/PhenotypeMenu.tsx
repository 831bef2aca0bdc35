import { useQueryClient } from "@tanstack/react-query";
import { apiKey } from "@/api/api-query";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import { deletePhenotype, updatePhenotype } from "@/api/hermes/phenotypes";
import { plural } from "@/lib/format/format";
import { PhenotypeMenu as Menu } from "@/ui/phenotype/PhenotypeMenu";
import { late } from "@/ui/state/late";
import { HistoryDialog } from "./HistoryDialog";
import { formOf, inputOf, isRetired } from "./phenotypes";

const PhenotypeDialog = late(() => import("./PhenotypeDialog").then((part) => part.PhenotypeDialog));

/** What reviewers can do with a phenotype; one that submissions have is retired and not deleted. */
export function PhenotypeMenu({ phenotype }: { phenotype: HermesPhenotype }) {
  const { name, description, datasets, version } = phenotype;
  const queries = useQueryClient();
  return (
    <Menu
      code={name}
      retired={isRetired(phenotype)}
      inUse={
        datasets > 0
          ? `${plural(datasets, "submission uses", "submissions use")} it. It can only be retired.`
          : undefined
      }
      means={{
        retiring: `No new submission can use “${description}”. ${keptWords(datasets)}You can bring it back at any time.`,
        deleting: `${description}. No submission uses it. This cannot be undone.`,
      }}
      calls={{
        retire: (retired) => updatePhenotype(name, version, inputOf({ ...formOf(phenotype), retired }, false)),
        remove: () => deletePhenotype(name),
        reload: () => queries.invalidateQueries({ queryKey: apiKey("/api/hermes/phenotypes") }),
      }}
      edit={(onClose) => <PhenotypeDialog phenotype={phenotype} onClose={onClose} />}
      more={{ label: "History", dialog: (onClose) => <HistoryDialog code={name} onClose={onClose} /> }}
    />
  );
}

function keptWords(datasets: number): string {
  if (datasets === 0) return "";
  const one = datasets === 1;
  return `The ${plural(datasets, "submission")} ${one ? "that uses it keeps" : "that use it keep"} it and can still be combined. `;
}
