import { Link } from "@tanstack/react-router";
import type { FreezeChanges } from "@/api/hermes/freezes";
import { formatP } from "@/lib/format/format-number";
import shared from "@/ui/data.module.css";
import { Modal } from "@/ui/dialog/Modal";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { changeSigns, changeWords, type LocusChange, locusKey, variantOf } from "./changes";

interface Props {
  title: string;
  changes: FreezeChanges;
  where: (locus: LocusChange) => string;
  onClose: () => void;
}

/** Every locus that came, went or was kept, with P in both freezes. */
export function ChangesDialog({ title, changes, where, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size="80rem">
      <ScrollRegion label="Loci, table" className={`${shared.scroll} ${shared.tall}`}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Change</th>
              <th scope="col">Gene</th>
              <th scope="col">Lead variant</th>
              <th scope="col">Cell</th>
              <th scope="col" className={shared.number}>
                P now
              </th>
              <th scope="col" className={shared.number}>
                P before
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.loci.map((locus) => (
              <tr key={locusKey(locus)}>
                <td>
                  <span aria-hidden="true">{changeSigns[locus.change]}</span> {changeWords[locus.change]}
                </td>
                <td>{locus.gene ? <em>{locus.gene}</em> : "–"}</td>
                <td className={shared.mono}>{variantOf(locus)}</td>
                <td className={shared.wrap}>
                  {locus.meta_id ? (
                    <Link to="/hermes/ma/$id" params={{ id: locus.meta_id }}>
                      {where(locus)}
                    </Link>
                  ) : (
                    where(locus)
                  )}
                </td>
                <td className={shared.number}>{formatP(locus.neg_log10_p)}</td>
                <td className={shared.number}>{formatP(locus.neg_log10_p_before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Modal>
  );
}
