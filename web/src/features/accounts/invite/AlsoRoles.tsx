import { NativeSelect } from "@mantine/core";
import classes from "../accounts.module.css";
import { areaWords, type OwnArea, userTypes } from "../words";

/** The chosen roles that belong to one of the areas. */
export function alsoOf(roles: readonly string[], areas: readonly OwnArea[]): string[] {
  const offered = areas.flatMap((area) => userTypes(area).map(({ role }) => role));
  return roles.filter((role) => offered.includes(role));
}

interface Props {
  id: string;
  areas: readonly OwnArea[];
  /** Names of roles, at most one of each area. */
  roles: readonly string[];
  error?: string;
  onChange: (roles: string[]) => void;
}

/** Roles in further areas that the same invitation carries. */
export function AlsoRoles({ id, areas, roles, error, onChange }: Props) {
  if (areas.length === 0) return null;
  return (
    <div className={classes.pair}>
      {areas.map((area, at) => {
        const types = userTypes(area);
        const others = roles.filter((role) => !types.some((type) => type.role === role));
        return (
          <NativeSelect
            key={area}
            id={at === 0 ? id : undefined}
            label={`Role in ${areaWords[area]}`}
            description="Optional, in the same invitation"
            data={[{ value: "", label: "No role" }, ...types.map(({ role, label }) => ({ value: role, label }))]}
            value={roles.find((role) => !others.includes(role)) ?? ""}
            error={at === 0 && error}
            onChange={({ currentTarget: { value } }) => onChange(value ? [...others, value] : others)}
          />
        );
      })}
    </div>
  );
}
