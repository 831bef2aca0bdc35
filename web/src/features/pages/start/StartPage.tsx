import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { versionQuery } from "@/api/accounts/session";
import { type TableLayout, type TableSource, tablePreviewQuery } from "@/api/pages/tables";
import { TextButton } from "@/ui/action/TextButton";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { FileSource } from "./FileSource";
import { NewPageForm } from "./NewPageForm";
import { SearchSource } from "./SearchSource";
import { fromOf, sourceOf } from "./source";
import classes from "./start.module.css";
import { AddressSource, TextSource } from "./TypedSources";

interface Props {
  /** The source from the address. */
  from: string | undefined;
  /** Id of a page that gets another table; absent for a new one. */
  replace: string | undefined;
}

/** From a table to a page: the table, what was recognised in it, what the page begins with. */
export function StartPage({ from, replace }: Props) {
  const navigate = useNavigate();
  const atOnce = useRouterState({ select: ({ location }) => location.state.makePage ?? false });
  const [text, setText] = useState<TableSource>();
  // A refused address can be corrected without typing it again.
  const [address, setAddress] = useState<string>();
  const source = sourceOf(from) ?? text;

  function choose(chosen: TableSource | undefined) {
    setText(chosen?.kind === "text" ? chosen : undefined);
    const next = chosen && chosen.kind !== "text" ? fromOf(chosen) : undefined;
    void navigate({ to: "/configbuilder", search: { from: next, replace } });
  }

  return (
    <>
      <PageHeader
        title={replace ? "Another table for the page" : undefined}
        sub="Turn a table into an interactive page: choose its columns, filters and plots, with a live preview."
      />
      {source ? (
        <Preview
          key={from}
          source={source}
          replace={replace}
          atOnce={atOnce}
          onAnother={() => {
            setAddress(source.url);
            choose(undefined);
          }}
        />
      ) : (
        <Sources address={address} onSource={choose} />
      )}
    </>
  );
}

interface SourcesProps {
  address: string | undefined;
  onSource: (source: TableSource) => void;
}

function Sources({ address, onSource }: SourcesProps) {
  const version = useSuspenseQuery(versionQuery).data;
  const limits = { largest: version.max_upload_bytes, chunkBytes: version.chunk_bytes };
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <FileSource {...limits} onSource={onSource} />
        <TextSource onSource={onSource} />
      </div>
      <div className={classes.stack}>
        <SearchSource onSource={onSource} />
        <AddressSource address={address} onSource={onSource} />
      </div>
    </div>
  );
}

interface PreviewProps {
  source: TableSource;
  replace: string | undefined;
  atOnce: boolean;
  onAnother: () => void;
}

/** What stays although the table could not be read. */
const safeOf: Partial<Record<TableSource["kind"], string>> = {
  upload: "The uploaded file is kept.",
  text: "Your pasted table is kept.",
};

/** What the source is; read again when it is said how. */
function Preview({ source, replace, atOnce, onAnother }: PreviewProps) {
  const [layout, setLayout] = useState<TableLayout>({});
  const { delimiter, header, types } = layout;
  // Roles and the genome build change nothing in what columns hold.
  const asked = { ...(delimiter && { delimiter }), ...(header !== undefined && { header }), ...(types && { types }) };
  const preview = useQuery({ ...tablePreviewQuery({ source, layout: asked }), placeholderData: keepPreviousData });
  return (
    <Answered
      what="the table"
      answer={preview}
      frame={inCard("Table contents")}
      safe={safeOf[source.kind]}
      actions={<TextButton onClick={onAnother}>Choose another table</TextButton>}
    >
      {(data) => (
        <NewPageForm
          source={source}
          preview={data}
          layout={layout}
          replace={replace}
          atOnce={atOnce}
          onLayout={(part) => setLayout((before) => ({ ...before, ...part }))}
          onAnother={onAnother}
        />
      )}
    </Answered>
  );
}
