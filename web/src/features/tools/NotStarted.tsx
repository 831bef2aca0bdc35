import { ApiError } from "@/lib/api-error";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";

/** Why a task could not be started: every missing input, and what is kept. */
export function NotStarted({ error }: { error: Error }) {
  const messages = error instanceof ApiError ? error.fields.map(({ message }) => message) : [];
  return (
    <Notice tone="fail" title="This could not be started" alert>
      {(messages.length > 0 ? [...new Set(messages)] : [messageOf(error)]).map((message) => (
        <p key={message}>{message}</p>
      ))}
      <p>The file is kept. You do not have to upload it again.</p>
    </Notice>
  );
}
