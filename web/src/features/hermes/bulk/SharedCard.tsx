import { useState } from "react";
import { Card } from "@/ui/Card";
import { type Group, groups, requiredFields } from "../upload/fields";
import { type Choices, StudyField } from "../upload/StudyField";
import { filled, type Texts } from "./batch";
import classes from "./bulk.module.css";

interface SharedCardProps {
  shared: Texts;
  choices: Choices;
  onShared: (texts: Texts) => void;
}

/** Every submission has a unique name. */
const fields = requiredFields.filter(({ key }) => key !== "dataSetName");
const scope = "all-";

/** The values shared by all files are typed once. */
export function SharedCard({ shared, choices, onShared }: SharedCardProps) {
  return (
    <Card flush title="For all files">
      <div className={classes.sharedBody}>
        <p className={classes.note}>For every file, unless the sheet or the details of a file differ.</p>
        <div className={classes.sharedFields}>
          {fields.map((field) => (
            <StudyField
              key={field.key}
              field={{ ...field, required: false }}
              value={shared[field.key] ?? ""}
              onValue={(value) => onShared(filled({ ...shared, [field.key]: value }))}
              choices={choices}
              scope={scope}
            />
          ))}
        </div>
      </div>
      {groups.map((group) => (
        <SharedGroup key={group.title} group={group} shared={shared} choices={choices} onShared={onShared} />
      ))}
    </Card>
  );
}

interface SharedGroupProps extends SharedCardProps {
  group: Group;
}

function SharedGroup({ group, shared, choices, onShared }: SharedGroupProps) {
  const count = group.fields.filter(({ key }) => shared[key]).length;
  const [open, setOpen] = useState(count > 0);
  return (
    <details className={classes.group} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {group.title}{" "}
        <span className={classes.note}>{count > 0 ? `${count} of ${group.fields.length} filled in` : group.about}</span>
      </summary>
      {open && (
        <div className={classes.sharedFields}>
          {group.fields.map((field) => (
            <StudyField
              key={field.key}
              field={field}
              value={shared[field.key] ?? ""}
              onValue={(value) => onShared(filled({ ...shared, [field.key]: value }))}
              choices={choices}
              scope={scope}
            />
          ))}
        </div>
      )}
    </details>
  );
}
