import { useQueryClient } from "@tanstack/react-query";
import { apiKey } from "@/api/api-query";
import { deletePhenotype, updatePhenotype } from "@/api/sgc/calls";
import type { Phenotype } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import { PhenotypeMenu as Menu } from "@/ui/phenotype/PhenotypeMenu";
import { PhenotypeDialog } from "./PhenotypeDialog";
import { UsersDialog } from "./UsersDialog";

/** What reviewers can do with a phenotype; one that cohorts use is retired and not deleted. */
export function PhenotypeMenu({ phenotype }: { phenotype: Phenotype }) {
  const { code, description, aliases, version, retired, used_by } = phenotype;
  const queries = useQueryClient();
  return (
    <Menu
      code={code}
      retired={retired}
      inUse={used_by > 0 ? `${plural(used_by, "cohort uses", "cohorts use")} it. It can only be retired.` : undefined}
      means={{
        retiring: `New files with “${description}” get a warning. Submitted counts are kept and still count. You can bring it back at any time.`,
        deleting: `${description}. No cohort uses it. Later files with it are rejected. This cannot be undone.`,
      }}
      calls={{
        retire: (next) => updatePhenotype(code, version, { description, aliases, retired: next }),
        remove: () => deletePhenotype(code),
        reload: () => queries.invalidateQueries({ queryKey: apiKey("/api/sgc/phenotypes") }),
      }}
      edit={(onClose) => <PhenotypeDialog phenotype={phenotype} onClose={onClose} />}
      more={{ label: "Who uses it", dialog: (onClose) => <UsersDialog code={code} onClose={onClose} /> }}
    />
  );
}
