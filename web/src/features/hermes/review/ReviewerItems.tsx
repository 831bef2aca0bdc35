import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { reviewersQuery } from "@/api/hermes/review";
import { formatCount } from "@/lib/format/format";
import { Answered } from "@/ui/state/Answered";

interface Props {
  /** User name of its reviewer; "" for any. */
  current?: string;
  /** User name of an account that may not review it. */
  without?: string;
  /** A user name, or "" for any. */
  onAssign: (userName: string) => void;
}

/** Who may review, with how much waits for each, as the lines of a menu. */
export function ReviewerItems({ current, without, onAssign }: Props) {
  const reviewers = useQuery(reviewersQuery);
  return (
    <>
      <Answered what="the reviewers" answer={reviewers} rows={2} flush>
        {({ items }) =>
          items
            .filter(({ user_name }) => user_name !== without)
            .map(({ user_name, name, waiting }) => (
              <Menu.Item
                key={user_name}
                disabled={user_name === current}
                onClick={() => onAssign(user_name)}
                rightSection={<span>{formatCount(waiting)}</span>}
              >
                {name ? `${name} (${user_name})` : user_name}
              </Menu.Item>
            ))
        }
      </Answered>
      <Menu.Divider />
      <Menu.Item disabled={current === ""} onClick={() => onAssign("")}>
        Any reviewer
      </Menu.Item>
    </>
  );
}
