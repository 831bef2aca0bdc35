import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { uploadsQuery } from "@/api/hermes/hermes";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { useSingleKeys } from "@/ui/focus/shortcuts";

const failed = (error: unknown) => toastError("The files that wait for you could not be read", error);

/** `j` and `k` lead to the next and the previous file that waits for this person, the oldest first; from a list (no id) to the first. */
export function useQueueKeys(id: string): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  async function go(by: 1 | -1): Promise<void> {
    const query = uploadsQuery({ waiting_for_you: true, sort: "uploaded_at", limit: 100 });
    const { items } = await queries.fetchQuery(query);
    const at = items.findIndex((one) => one.id === id);
    const next = at < 0 ? items[0] : items[at + by];
    if (next) await navigate({ to: "/hermes/qc/$id", params: { id: next.id } });
    else toastDone(by > 0 ? "No later file waits for you." : "No earlier file waits for you.");
  }
  useSingleKeys([
    ["j", () => void go(1).catch(failed)],
    ["k", () => void go(-1).catch(failed)],
  ]);
}
