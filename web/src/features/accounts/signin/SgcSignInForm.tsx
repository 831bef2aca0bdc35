import { useQueryClient } from "@tanstack/react-query";
import { type SgcUser, signInSgc } from "@/api/sgc-session";
import { SignInForm } from "./SignInForm";

interface Props {
  userName?: string;
  onDone: (user: SgcUser) => void;
}

/** Signs in at the user service of the SGC area. */
export function SgcSignInForm({ userName, onDone }: Props) {
  const queries = useQueryClient();
  return (
    <SignInForm
      userName={userName}
      label="User name"
      remember={false}
      waits
      send={({ userName, password, code }) => signInSgc(queries, { username: userName, password, code })}
      onDone={onDone}
    />
  );
}
