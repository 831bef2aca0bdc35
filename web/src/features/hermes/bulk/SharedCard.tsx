import { useEffect, useState } from "react";
import { type Control, useForm } from "react-hook-form";
import { Card } from "@/ui/Card";
import { type Group, groups, requiredFields, type Values } from "../upload/fields";
import { noValues } from "../upload/metadata";
import { type Choices, StudyField } from "../upload/StudyField";
import { filled, type Texts } from "./batch";
import classes from "./bulk.module.css";

interface SharedCardProps {
  shared: Texts;
  choices: Choices;
  onShared: (texts: Texts) => void;
}

/** Every data set has a name of its own. */
const fields = requiredFields.filter(({ key }) => key !== "dataSetName");
const scope = "all-";

/** What is the same for all files is typed once. */
export function SharedCard({ shared, choices, onShared }: SharedCardProps) {
  const form = useForm<Values>({ values: { ...noValues, ...shared } });
  const { watch } = form;
  useEffect(() => {
    const typed = watch((values, { name }) => {
      // A change without a name came from outside the form.
      if (name) onShared(filled(values));
    });
    return () => typed.unsubscribe();
  }, [watch, onShared]);

  return (
    <Card flush title="For all files">
      <div className={classes.sharedBody}>
        <p className={classes.note}>What a file, its row or a sheet says of itself counts for that file.</p>
        <div className={classes.sharedFields}>
          {fields.map((field) => (
            <StudyField
              key={field.key}
              field={{ ...field, required: false }}
              control={form.control}
              choices={choices}
              scope={scope}
            />
          ))}
        </div>
      </div>
      {groups.map((group) => (
        <SharedGroup key={group.title} group={group} control={form.control} values={shared} choices={choices} />
      ))}
    </Card>
  );
}

interface SharedGroupProps {
  group: Group;
  control: Control<Values>;
  values: Texts;
  choices: Choices;
}

function SharedGroup({ group, control, values, choices }: SharedGroupProps) {
  const count = group.fields.filter(({ key }) => values[key]).length;
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
            <StudyField key={field.key} field={field} control={control} choices={choices} scope={scope} />
          ))}
        </div>
      )}
    </details>
  );
}
