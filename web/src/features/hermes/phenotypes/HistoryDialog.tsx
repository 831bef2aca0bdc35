import { useQuery } from "@tanstack/react-query";
import { phenotypeQuery } from "@/api/hermes/phenotypes";
import { formatDateTime } from "@/lib/format/format";
import { Modal } from "@/ui/dialog/Modal";
import { Answered } from "@/ui/state/Answered";
import classes from "./phenotypes.module.css";

/** Who did what to a phenotype. */
export function HistoryDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const phenotype = useQuery({ ...phenotypeQuery(code), staleTime: 0 });
  return (
    <Modal opened onClose={onClose} title={`History of ${code}`}>
      <Answered what="the history" answer={phenotype} rows={3}>
        {({ history = [] }) =>
          history.length === 0 ? (
            <p className={classes.note}>Part of the consortium's list. Never changed.</p>
          ) : (
            <ul className={classes.history}>
              {history.map(({ at, by, action, detail }) => (
                <li key={`${at} ${action}`}>
                  {by} {action} it{detail && `: ${detail}`}
                  <span className={classes.second}>{formatDateTime(at)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Modal>
  );
}
