import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { versionQuery } from "@/api/accounts/session";
import { type BioIndex, type BioIndexSource, indexPreviewQuery, indexQuery } from "@/api/bioindex/bioindex";
import { TextButton } from "@/ui/action/TextButton";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard, onPage } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { IndexForm } from "./IndexForm";
import { SourcePart } from "./SourcePart";
import { type NewIndexSearch, searchOf, sourceOf } from "./source";

/** From a file to an index: the file, its recognised columns, the keys of queries. */
export function NewIndexPage({ search }: { search: NewIndexSearch }) {
  return search.rebuild ? <Again id={search.rebuild} /> : <New search={search} />;
}

function New({ search }: { search: NewIndexSearch }) {
  const version = useSuspenseQuery(versionQuery).data;
  const navigate = useNavigate();
  const source = sourceOf(search);
  const choose = (chosen: BioIndexSource) => void navigate({ to: "/minibioindex/new", search: searchOf(chosen) });
  return (
    <>
      <PageHeader sub="Query a large table within milliseconds by region, gene, rsID or any other key. It is private until you share it." />
      {source ? (
        <Preview source={source} />
      ) : (
        <SourcePart largest={version.max_upload_bytes} chunkBytes={version.chunk_bytes} onSource={choose} />
      )}
    </>
  );
}

/** An index that exists, with other columns or keys; the file is not sent again. */
function Again({ id }: { id: string }) {
  const index = useQuery(indexQuery(id));
  return (
    <Answered what="the index" answer={index} frame={onPage}>
      {(data) => (
        <>
          <PageHeader
            title={`Build ${data.name} again`}
            sub="With other columns or keys of the same file. The current index keeps answering until the new build is ready."
          />
          {data.source.id ? (
            <Preview source={{ ...data.source, id: data.source.id }} index={data} />
          ) : (
            <Notice tone="warn" title="You cannot read the file of this index">
              Ask its owner to share the file, or index another file.
            </Notice>
          )}
        </>
      )}
    </Answered>
  );
}

function Preview({ source, index }: { source: BioIndexSource; index?: BioIndex }) {
  const { kind, id, file_id } = source;
  const preview = useQuery(indexPreviewQuery({ kind, id, ...(file_id && { file_id }) }));
  const navigate = useNavigate();
  return (
    <Answered
      what="the file"
      answer={preview}
      frame={inCard("File contents")}
      safe="The uploaded file is kept."
      actions={
        !index && (
          <TextButton onClick={() => void navigate({ to: "/minibioindex/new", search: {} })}>
            Choose another file
          </TextButton>
        )
      }
    >
      {(data) => <IndexForm key={`${kind} ${id} ${file_id}`} source={source} preview={data} index={index} />}
    </Answered>
  );
}
