import { late } from "@/ui/state/late";
import { PageSkeleton } from "@/ui/state/Skeletons";

const NewFreezePage = late(() => import("./pages").then((part) => part.NewFreezePage));
const EditFreezePage = late(() => import("./pages").then((part) => part.EditFreezePage));

interface Props {
  account: string;
  /** The freeze whose next version it is. */
  from: string | undefined;
  /** The freeze that is changed. */
  edit: string | undefined;
}

/** A new freeze, the next version of one, or a change; the form with all its fields comes after the frame. */
export function PlanPage({ account, from, edit }: Props) {
  const meanwhile = <PageSkeleton label="Opening the plan" />;
  if (edit !== undefined) return <EditFreezePage account={account} id={edit} meanwhile={meanwhile} />;
  return <NewFreezePage account={account} from={from} meanwhile={meanwhile} />;
}
