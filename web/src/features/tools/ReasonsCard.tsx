import type { ToolReason } from "@/api/tools/tools";
import { formatCount } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";

const none: ToolReason[] = [];

/** Reasons with their numbers of rows and where those begin; nothing when there are none. */
export function ReasonsCard({ title, reasons }: { title: string; reasons: ToolReason[] | null | undefined }) {
  const sort = useRowSort(reasons ?? none, { n: ({ n }) => n });
  if (!reasons || reasons.length === 0) return null;
  const placed = reasons.some(({ lines }) => lines && lines.length > 0);
  return (
    <Card flush title={title}>
      <ScrollRegion label={title} className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <NumberHead sort={sort} by="n">
                Rows
              </NumberHead>
              <th scope="col">Why</th>
              {placed && (
                <>
                  <th scope="col">First lines</th>
                  <th scope="col">For example</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {sort.rows.map(({ reason, sentence, n, lines, example }) => (
              <tr key={reason}>
                <td className={shared.number}>{formatCount(n)}</td>
                <td>{sentence}</td>
                {placed && (
                  <>
                    <td>{(lines ?? []).slice(0, 5).map(formatCount).join(", ")}</td>
                    <td className={shared.mono}>{example}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
