import { Stack } from "@mantine/core";
import type { AuditEvent } from "@/api/server/audit";
import data from "@/ui/data.module.css";
import { Fact, Facts } from "@/ui/Facts";
import classes from "./audit.module.css";
import { changesOf, objectWord } from "./words";

/** "Data set Heart failure (d1)": what it happened to is called so now, or was last; the id stays. */
function named({ object, object_name: name, object_id: id }: AuditEvent): string {
  const words = object ? objectWord(object) : "";
  if (!id) return words;
  return name ? `${words} ${name} (${id})` : `${words} ${id}`;
}

/** The details of an entry beyond its row. */
export function EntryDetail({ event }: { event: AuditEvent }) {
  const changes = changesOf(event.before, event.after);
  return (
    <Stack gap={12} maw={960} pt={4} pb={8}>
      {changes.length > 0 && (
        <table className={classes.values}>
          <caption>What changed</caption>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.name}>
                <th scope="row">{change.name}</th>
                <td>{change.before === undefined ? "–" : <span className={classes.gone}>{change.before}</span>}</td>
                <td>{change.after ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Facts>
        <Fact name="Entry">{event.seq}</Fact>
        <Fact name="Time (UTC)">{event.at}</Fact>
        <Fact name="Address">{event.address || "–"}</Fact>
        <Fact name="Request">{event.request_id || "–"}</Fact>
        <Fact name="Object">{named(event) || "–"}</Fact>
        {event.detail && <Fact name="Detail">{event.detail}</Fact>}
      </Facts>
      <span className={data.hash}>Hash {event.hash}</span>
    </Stack>
  );
}
