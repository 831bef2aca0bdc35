import { SegmentedControl } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";
import { type AccountArea, accessRequestsQuery, accountsQuery } from "@/api/accounts/accounts";
import { firstAnswer } from "@/api/queries";
import { demandAdmin } from "@/features/accounts/frame/admit";
import { InvitePage } from "@/features/accounts/invite/LaterInvitePage";
import { UsersPage } from "@/features/accounts/manage/UsersPage";
import { adminUsersSearch, listParams, usersListed } from "@/features/accounts/search";
import { useSearchChange } from "@/lib/route/address";
import { ButtonLink } from "@/ui/action/links";

export const Route = createFileRoute("/_bootstrap/admin/users")({
  staticData: { title: "Users", parent: "/admin" },
  validateSearch: adminUsersSearch,
  beforeLoad: demandAdmin,
  loaderDeps: ({ search }) => search,
  // Starts the question early; the table shows its own loading and error states.
  loader: ({ context: { queries }, deps: { new: adding, ...search } }) => {
    if (adding) return undefined;
    const area = search.area ?? "all";
    void queries.prefetchQuery(accountsQuery(area, listParams(search)));
    return firstAnswer(queries, accessRequestsQuery(area));
  },
  component: Users,
});

const areas: { value: AccountArea; label: string }[] = [
  { value: "all", label: "All areas" },
  { value: "datasets", label: "Data sets" },
];

function Users() {
  const { new: adding, by, area = "all", ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useSearchChange();
  const self = Route.useRouteContext({ select: (context) => context.user });
  if (adding) {
    return <InvitePage key={area} area={area} selfId={self.id} manages={self.manages} by={by} />;
  }
  return (
    <UsersPage
      area={area}
      self={self.user_name}
      search={search}
      onSearch={onSearch}
      inviteLink={
        <ButtonLink to="/admin/users" search={(previous) => ({ ...previous, new: 1 })}>
          Add users
        </ButtonLink>
      }
      choice={
        <SegmentedControl
          size="xs"
          aria-label="Area"
          data={areas}
          value={area}
          onChange={(next) =>
            void navigate({
              search: (previous) => ({
                ...previous,
                ...usersListed.noFilters,
                area: next === "datasets" ? "datasets" : undefined,
              }),
            })
          }
        />
      }
    />
  );
}
