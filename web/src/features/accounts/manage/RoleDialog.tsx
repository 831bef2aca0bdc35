import { Checkbox, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Account, AccountArea } from "@/api/accounts/accounts";
import { accountLists } from "@/api/accounts/accounts";
import { changeAccount } from "@/api/accounts/calls";
import { reread } from "@/api/api-query";
import { toastDone } from "@/ui/dialog/toast";
import { FormDialog } from "@/ui/form/FormDialog";
import { Refused } from "@/ui/state/Refused";
import { TypeChoice } from "../TypeChoice";
import { areaWords, personName, roleWord, userTypes } from "../words";

interface Props {
  area: AccountArea;
  account: Account;
  onClose: () => void;
}

/** Another role: one within an area, any number of them where all areas are shown. */
export function RoleDialog({ area, account, onClose }: Props) {
  const queries = useQueryClient();
  const [roles, setRoles] = useState<readonly string[]>(account.roles);
  const types = userTypes(area).map((type) => ({ ...type, name: type.role }));
  const change = useMutation({
    mutationFn: () =>
      changeAccount(area, account.id, area === "all" ? { roles: [...roles] } : { role: roles[0] ?? "" }),
    onSuccess: async () => {
      const words = roles.map((role) => roleWord(area, role).word);
      toastDone(`${personName(account)} is now: ${words.join(", ") || "without a role"}.`);
      onClose();
      await reread(queries, ...accountLists);
    },
  });
  const same = roles.length === account.roles.length && roles.every((role) => account.roles.includes(role));

  return (
    <FormDialog
      title={`Role of ${personName(account)}`}
      size="md"
      label="Change role"
      busy={change.isPending}
      onSubmit={() => (same ? onClose() : change.mutate())}
      onClose={onClose}
    >
      <Refused error={change.error}>Nothing was changed.</Refused>
      {area === "all" ? (
        <Checkbox.Group label="Roles in all areas" value={[...roles]} onChange={setRoles}>
          <Stack gap="xs" mt={6}>
            {types.map((type) => (
              <Checkbox key={type.role} value={type.role} label={type.label} description={type.may} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <TypeChoice
          label={`Role in ${areaWords[area]}`}
          types={types}
          value={roles[0] ?? ""}
          onChange={(role) => setRoles([role])}
        />
      )}
      <Text size="sm" c="dimmed">
        This ends all sessions of this person. The new role applies from the next sign-in.
      </Text>
    </FormDialog>
  );
}
