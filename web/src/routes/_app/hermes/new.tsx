import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { z } from "zod/mini";
import { versionQuery } from "@/api/accounts/session";
import { columnsQuery } from "@/api/files/sumstats";
import { pendingQuery } from "@/api/files/uploads";
import { inspectionQuery, phenotypesQuery, portalConfigQuery, uploadQuery } from "@/api/hermes/hermes";
import { freshOrKept } from "@/api/queries";
import { demand, mayNotUpload } from "@/features/accounts/frame/admit";
import { EditWizard } from "@/features/hermes/upload/EditWizard";
import { type Step, stepOf } from "@/features/hermes/upload/places";
import { UploadWizard } from "@/features/hermes/upload/UploadWizard";
import { Needed, needed } from "@/lib/browser/needed";
import { maybe, searchText } from "@/lib/list/table-search";
import { may } from "@/lib/permission";

export const Route = createFileRoute("/_app/hermes/new")({
  staticData: { title: "Upload a file", parent: "/hermes" },
  validateSearch: z.object({
    /** A registered submission to change. */
    id: searchText,
    /** An unfinished upload to go on with. */
    upload: searchText,
    /** Its number, or its name where another page leads to it. */
    step: maybe(z.union([z.enum(["study", "columns"]), z.coerce.number().check(z.int(), z.minimum(1), z.maximum(4))])),
  }),
  beforeLoad: ({ context, search }) => demand(search.id !== undefined || may(context.user, "uploadData"), mayNotUpload),
  loaderDeps: ({ search }) => ({ id: search.id }),
  loader: ({ context: { queries }, deps: { id } }) => {
    const own = id
      ? [queries.ensureQueryData(inspectionQuery(id)), freshOrKept(queries, uploadQuery(id))]
      : [freshOrKept(queries, pendingQuery)];
    return needed([
      queries.ensureQueryData(versionQuery),
      queries.ensureQueryData(phenotypesQuery),
      queries.ensureQueryData(portalConfigQuery),
      queries.ensureQueryData(columnsQuery),
      ...own,
    ]);
  },
  component: NewUpload,
});

function useWizardData() {
  const user = Route.useRouteContext({ select: (context) => context.user });
  const { step } = Route.useSearch();
  const navigate = useNavigate({ from: "/hermes/new" });
  return {
    user,
    step: stepOf(step ?? 1),
    onStep: (next: Step) => void navigate({ to: ".", search: (before) => ({ ...before, step: next }) }),
    docs: useSuspenseQuery(columnsQuery).data.items,
    choices: {
      config: useSuspenseQuery(portalConfigQuery).data,
      phenotypes: useSuspenseQuery(phenotypesQuery).data.items,
    },
  };
}

function NewUpload() {
  const { id, upload } = Route.useSearch();
  const { all } = Route.useLoaderData();
  // A key for each subject: forms of different submissions never share state.
  return (
    <Needed key={id} all={all}>
      {id ? <Edit key={id} id={id} /> : <Create key={upload} upload={upload} />}
    </Needed>
  );
}

function Create({ upload }: { upload?: string }) {
  const shared = useWizardData();
  const version = useSuspenseQuery(versionQuery).data;
  const pending = useSuspenseQuery(pendingQuery).data.items;
  return (
    <UploadWizard
      {...shared}
      version={version}
      pending={pending}
      continued={pending.find((file) => file.id === upload)}
    />
  );
}

function Edit({ id }: { id: string }) {
  const shared = useWizardData();
  const upload = useSuspenseQuery(uploadQuery(id)).data;
  const inspection = useSuspenseQuery(inspectionQuery(id)).data;
  return <EditWizard {...shared} upload={upload} inspection={inspection} />;
}
