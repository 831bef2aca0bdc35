import { Button, Menu } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { reread } from "@/api/api-query";
import { createRun } from "@/api/hermes/calls";
import { type HermesUploadRow, metadataCsvUrl, uploadLists } from "@/api/hermes/hermes";
import { reviewersQuery } from "@/api/hermes/review";
import { assignReviewer, reviewUpload } from "@/api/hermes/review-calls";
import { plural } from "@/lib/format/format";
import { Can } from "@/ui/action/Can";
import { confirm } from "@/ui/dialog/confirm";
import { late } from "@/ui/state/late";
import { type Chosen, ChosenFrame } from "@/ui/table/chosen";
import { CompareChosen } from "../CompareChosen";
import type { Confirmed } from "../review/AcceptDialog";
import { ReviewerItems } from "../review/ReviewerItems";
import { WithdrawalWords } from "../review/withdrawal";
import { Outcomes } from "./Outcomes";
import { type Outcome, together } from "./together";

const AcceptDialog = late(() => import("../review/AcceptDialog").then((module) => module.AcceptDialog));

interface Props {
  chosen: Chosen<HermesUploadRow>;
  onDrop: (uploads: readonly HermesUploadRow[]) => void;
  onClear: () => void;
}

interface Work {
  /** "accepted" */
  done: string;
  total: number;
  outcomes: Outcome[];
  ended: boolean;
}

type Act = Pick<Parameters<typeof together>[0], "name" | "act">;

/** What can be done with the chosen files at once; each has its own outcome, and what was refused stays chosen. */
export function ChosenBar({ chosen, onDrop, onClear }: Props) {
  const queries = useQueryClient();
  const [work, setWork] = useState<Work>();
  const [accepting, setAccepting] = useState(false);
  const stopped = useRef(false);
  const uploads = [...chosen.values()];
  if (uploads.length === 0 && !work) return null;

  async function start(done: string, { name, act }: Act): Promise<void> {
    stopped.current = false;
    setAccepting(false);
    const total = uploads.length;
    setWork({ done, total, outcomes: [], ended: false });
    const outcomes = await together({
      name,
      uploads,
      act,
      goesOn: () => !stopped.current,
      onOutcome: (now) => setWork({ done, total, outcomes: now, ended: false }),
    });
    setWork({ done, total, outcomes, ended: true });
    onDrop(outcomes.filter(({ refusal }) => refusal === undefined).map(({ upload }) => upload));
    void reread(queries, ...uploadLists);
    void queries.invalidateQueries({ queryKey: reviewersQuery.queryKey });
  }

  async function askToRerun(): Promise<void> {
    const accepted = uploads.filter(({ withdrawal }) => withdrawal);
    const yes = await confirm({
      title: `Run QC of ${plural(uploads.length, "file")} again?`,
      children: (
        <>
          <p>Each runs with the settings of its last run.</p>
          {accepted.length > 0 && <p>This withdraws the acceptance of {plural(accepted.length, "file")}:</p>}
          {accepted.map(({ id, dataset_name, withdrawal }) => (
            <div key={id}>
              <strong>{dataset_name}</strong>
              {withdrawal && <WithdrawalWords withdrawal={withdrawal} />}
            </div>
          ))}
        </>
      ),
      confirm: accepted.length > 0 ? "Withdraw and run QC" : "Run QC",
    });
    if (yes) await start("in QC again", { name: "rerun", act: rerun });
  }

  const query = uploads.map(({ id }) => `id=${encodeURIComponent(id)}`).join("&");
  return (
    <ChosenFrame
      count={uploads.length}
      noun={["file", "files"]}
      onClear={() => {
        setWork(undefined);
        onClear();
      }}
      actions={
        <>
          <Can permission="approveUpload">
            <AssignMenu
              onAssign={(name) =>
                void start(name ? `assigned to ${name}` : "left to any reviewer", {
                  name: "assign",
                  act: ({ id, version }) => assignReviewer(id, version, name),
                })
              }
            />
            <Button variant="default" size="xs" onClick={() => setAccepting(true)}>
              Accept…
            </Button>
          </Can>
          <CompareChosen names={uploads.map(resultName)} />
          <Button variant="default" size="xs" onClick={() => void askToRerun()}>
            Run QC again…
          </Button>
          <Button component="a" variant="default" size="xs" href={`${metadataCsvUrl}?${query}`} download>
            Export metadata
          </Button>
        </>
      }
    >
      {work && (
        <Outcomes
          {...work}
          onStop={() => {
            stopped.current = true;
          }}
          onClose={() => setWork(undefined)}
        />
      )}
      {accepting && (
        <AcceptDialog
          uploads={uploads}
          busy={false}
          failure={undefined}
          onAccept={(confirmed) =>
            void start("accepted", { name: "review", act: (upload) => accept(upload, confirmed) })
          }
          onClose={() => setAccepting(false)}
        />
      )}
    </ChosenFrame>
  );
}

/** How the comparison calls the clean file of a submission; nothing when it has none. */
const resultName = ({ id, run }: HermesUploadRow) => (run?.status === "COMPLETED" ? `upload:${id}` : undefined);

const rerun = (upload: HermesUploadRow) =>
  upload.run ? createRun(upload, upload.run.settings) : Promise.reject(new Error("There is no run to repeat."));

const accept = ({ id, run }: HermesUploadRow, { checked, acknowledged }: Confirmed) =>
  reviewUpload(id, { decision: "approve", checked, acknowledged: acknowledged.get(id), run_id: run?.id });

function AssignMenu({ onAssign }: { onAssign: (name: string) => void }) {
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button variant="default" size="xs">
          Assign ▾
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ReviewerItems onAssign={onAssign} />
      </Menu.Dropdown>
    </Menu>
  );
}
