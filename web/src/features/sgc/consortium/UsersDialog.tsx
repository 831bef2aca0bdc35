import { useQuery } from "@tanstack/react-query";
import { sgcPhenotypeQuery } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import { Modal } from "@/ui/dialog/Modal";
import { Answered } from "@/ui/state/Answered";
import classes from "./consortium.module.css";

/** The cohorts whose files name a phenotype. */
export function UsersDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const phenotype = useQuery({ ...sgcPhenotypeQuery(code), staleTime: 0 });
  return (
    <Modal opened onClose={onClose} title={`Who uses ${code}`}>
      <Answered what="the cohorts" answer={phenotype} rows={3}>
        {({ used_by, cohorts = [] }) =>
          used_by === 0 ? (
            <p>No cohort uses it.</p>
          ) : (
            <>
              <p>Used in files of {plural(used_by, "cohort")}, including replaced files:</p>
              <ul className={classes.users}>
                {cohorts.map(({ id, name }) => (
                  <li key={id}>
                    <AnchorLink to="/sgc/view/$id" params={{ id }}>
                      {name}
                    </AnchorLink>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Answered>
    </Modal>
  );
}
