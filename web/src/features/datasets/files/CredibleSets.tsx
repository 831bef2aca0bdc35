import { Anchor, Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { deleteCredibleSet, updateCredibleSet } from "@/api/datasets/calls";
import type { CredibleSet, Dataset, DatasetPhenotype } from "@/api/datasets/datasets";
import { fileUrl } from "@/api/datasets/urls";
import { formatBytes } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { toastDone } from "@/ui/dialog/toast";
import { FileDrop } from "@/ui/form/FileDrop";
import { Form } from "@/ui/form/FormDialog";
import { messageOf } from "@/ui/state/states";
import { Sha256 } from "@/ui/upload/Sha256";
import classes from "./files.module.css";
import { TaskFile } from "./TaskFile";
import type { Purpose } from "./tasks";
import { useChange } from "./useChange";
import type { FileTasks } from "./useFileTasks";
import { Versions } from "./Versions";

interface CredibleSetsProps {
  dataset: Dataset;
  phenotype: DatasetPhenotype;
  tasks: FileTasks;
  /** The form of a new one is shown. */
  adding: boolean;
  onAdded: () => void;
}

/** The credible sets of a phenotype: each a name and a file. */
export function CredibleSets({ dataset, phenotype, tasks, adding, onAdded }: CredibleSetsProps) {
  const { credible_sets: sets } = phenotype;
  const coming = tasks.tasks.filter(({ purpose }) => purpose.kind === "credible" && purpose.pid === phenotype.id);
  if (sets.length === 0 && coming.length === 0 && !adding) return null;
  return (
    <section className={classes.credible} aria-label={`Credible sets of ${phenotype.description}`}>
      <h3 className={classes.subTitle}>Credible sets</h3>
      <ul className={classes.sets}>
        {sets.map((set) => (
          <SetItem key={set.id} dataset={dataset} phenotype={phenotype} set={set} tasks={tasks} />
        ))}
        {coming.map((task) => (
          <li key={task.key}>
            <strong>{task.purpose.kind === "credible" && task.purpose.name}</strong>
            <TaskFile task={task} tasks={tasks} onRemove={() => void tasks.cancel(task)} />
          </li>
        ))}
      </ul>
      {adding && <NewSet phenotype={phenotype} tasks={tasks} onDone={onAdded} />}
    </section>
  );
}

function NewSet({ phenotype, tasks, onDone }: { phenotype: DatasetPhenotype; tasks: FileTasks; onDone: () => void }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [fileError, setFileError] = useState<string>();
  const same = phenotype.credible_sets.some((set) => set.name.toLowerCase() === name.trim().toLowerCase());
  const wrong = same ? "This phenotype has a credible set of this name." : error;

  function choose(file: File) {
    if (name.trim() === "") return setError("Enter a name for the credible set first.");
    if (same) return;
    const why = tasks.begin({ kind: "credible", pid: phenotype.id, name: name.trim() }, file);
    setFileError(why);
    if (!why) onDone();
  }

  return (
    <Stack gap={10}>
      <TextInput
        label="Name of the credible set"
        required
        maxLength={300}
        value={name}
        error={wrong}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <FileDrop
        id={`set-${phenotype.id}`}
        label="Choose its file"
        example={undefined}
        compact
        error={fileError}
        onFile={choose}
      >
        Added as soon as it is stored. <TextButton onClick={onDone}>Cancel</TextButton>
      </FileDrop>
    </Stack>
  );
}

interface SetProps {
  dataset: Dataset;
  phenotype: DatasetPhenotype;
  set: CredibleSet;
  tasks: FileTasks;
}

type Open = "rename" | "replace" | "versions";

function SetItem({ dataset, phenotype, set, tasks }: SetProps) {
  const [open, setOpen] = useState<Open>();
  const { remove } = useChange();
  const { file } = set;
  const coming = tasks.tasks.find(({ purpose }) => purpose.kind === "credible-version" && purpose.cid === set.id);
  const toggle = (part: Open) => setOpen(open === part ? undefined : part);
  const purpose: Purpose = { kind: "credible-version", pid: phenotype.id, cid: set.id, name: set.name };
  return (
    <li>
      <div className={classes.setHead}>
        <span>
          <strong>{set.name}</strong>{" "}
          {file && (
            <>
              <Anchor href={fileUrl(dataset.id, file.id)} download={file.file_name} className={classes.fileName}>
                {file.file_name}
              </Anchor>{" "}
              <span className={classes.about}>
                {formatBytes(file.size)}
                {file.version > 1 && ` · version ${file.version}`}
              </span>
            </>
          )}
        </span>
        <Group gap="4px 16px" fz={13}>
          <TextButton onClick={() => toggle("rename")}>Rename</TextButton>
          {!coming && <TextButton onClick={() => toggle("replace")}>Replace file</TextButton>}
          {set.versions > 1 && <TextButton onClick={() => toggle("versions")}>Versions ({set.versions})</TextButton>}
          <TextButton
            danger
            onClick={() =>
              remove({
                title: `Delete the credible set ${set.name}?`,
                children: "Its file and all versions are deleted, and links to them stop working.",
                confirm: "Delete credible set",
                send: () => deleteCredibleSet(dataset.id, phenotype.id, set.id),
                done: `${set.name} was deleted.`,
              })
            }
          >
            Delete
          </TextButton>
        </Group>
      </div>
      {file && <Sha256 value={file.sha256} />}
      {open === "rename" && (
        <Rename dataset={dataset} phenotype={phenotype} set={set} onDone={() => setOpen(undefined)} />
      )}
      {open === "replace" && !coming && (
        <Replace id={`replace-${set.id}`} tasks={tasks} purpose={purpose} onDone={() => setOpen(undefined)} />
      )}
      {open === "versions" && <Versions datasetId={dataset.id} parentId={set.id} />}
      {coming && <TaskFile task={coming} tasks={tasks} onRemove={() => void tasks.cancel(coming)} />}
    </li>
  );
}

interface ReplaceProps {
  id: string;
  tasks: FileTasks;
  purpose: Purpose;
  label?: string;
  onDone: () => void;
}

/** Chooses another version of a file; links to the ones before stay. */
export function Replace({ id, tasks, purpose, label = "Choose the new version", onDone }: ReplaceProps) {
  const [error, setError] = useState<string>();

  function choose(file: File) {
    const why = tasks.begin(purpose, file);
    setError(why);
    if (!why) onDone();
  }

  return (
    <FileDrop id={id} label={label} example={undefined} compact error={error} onFile={choose}>
      Earlier versions and links to them are kept.
    </FileDrop>
  );
}

function Rename({ dataset, phenotype, set, onDone }: Omit<SetProps, "tasks"> & { onDone: () => void }) {
  const [name, setName] = useState(set.name);
  const [error, setError] = useState<string>();
  const { change, busy } = useChange();

  async function submit() {
    if (name.trim() === "") return setError("Enter a name.");
    try {
      await change(() => updateCredibleSet(dataset.id, phenotype.id, set.id, name.trim()));
      toastDone(`${set.name} is now ${name.trim()}.`);
      onDone();
    } catch (cause) {
      setError(messageOf(cause));
    }
  }

  return (
    <Form onSubmit={submit}>
      <Group align="flex-end" gap={8}>
        <TextInput
          label="New name"
          maxLength={300}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" size="xs" loading={busy}>
          Rename
        </Button>
        <Button variant="default" size="xs" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}
