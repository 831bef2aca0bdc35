import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { versionQuery } from "@/api/accounts/session";
import { type Installation, referenceQuery } from "@/api/server/reference";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard, together } from "@/ui/state/Answered";
import { InstalledTable } from "./InstalledTable";
import { InstallForm } from "./InstallForm";
import { Underway } from "./Underway";
import { installedWords } from "./words";

/** Reference data: installed files, files being checked, and a form to add more. */
export function ReferencePage() {
  const list = useQuery({ ...referenceQuery, staleTime: 0 });
  const version = useQuery(versionQuery);
  const [adding, setAdding] = useState(false);
  const [again, setAgain] = useState<Installation>();
  const open = adding || again !== undefined;

  function close() {
    setAdding(false);
    setAgain(undefined);
  }

  return (
    <>
      <PageHeader
        sub={list.data ? installedWords(list.data.items) : !list.error && "Loading installed files"}
        actions={!open && <Button onClick={() => setAdding(true)}>Install a file</Button>}
      />
      <Answered what="the reference data" answer={together(list, version)} rows={4} frame={inCard()}>
        {([{ items, underway, ancestries }, facts]) => (
          <>
            {open && (
              <InstallForm
                key={again?.id}
                again={again}
                ancestries={ancestries}
                largest={facts.max_upload_bytes}
                chunkBytes={facts.chunk_bytes}
                onClose={close}
              />
            )}
            <Underway list={underway.filter(({ id }) => id !== again?.id)} onAgain={setAgain} />
            <Card flush>
              <InstalledTable items={items} />
            </Card>
          </>
        )}
      </Answered>
    </>
  );
}
