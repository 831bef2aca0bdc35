import { Combobox, Loader, TextInput, useCombobox } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./SuggestField.module.css";

export interface Suggestion {
  value: string;
  label: string;
  /** After the label, fainter. */
  detail?: string;
}

interface SuggestFieldProps {
  id: string;
  label: string;
  value: string;
  suggestions: readonly Suggestion[];
  /** The suggestions are still on their way. */
  loading?: boolean;
  /** An additional option at the end of the list, e.g. "Register study “X”". */
  create?: { label: string; onCreate: () => void };
  /** Above the suggestions: what they are. */
  heading?: string;
  /** In place of an empty list. */
  nothing?: string;
  required?: boolean;
  disabled?: boolean;
  description?: ReactNode;
  error?: string;
  placeholder?: string;
  maxLength?: number;
  onText: (text: string) => void;
  onPick: (suggestion: Suggestion) => void;
  onBlur?: () => void;
}

const createValue = "\u0000create";

/** A text with suggestions: typed freely, or picked with the arrow keys and Enter, or with the mouse. */
export function SuggestField(props: SuggestFieldProps) {
  const { suggestions, loading, create, heading, nothing, onText, onPick, onBlur, ...input } = props;
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });

  function submit(value: string) {
    box.closeDropdown();
    if (value === createValue) create?.onCreate();
    const picked = suggestions.find((one) => one.value === value);
    if (picked) onPick(picked);
  }

  const empty = suggestions.length === 0 && !create;
  return (
    <Combobox store={box} onOptionSubmit={submit}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          rightSection={loading ? <Loader size={14} /> : undefined}
          onChange={(event) => {
            onText(event.currentTarget.value);
            box.openDropdown();
            box.resetSelectedOption();
          }}
          onClick={() => box.openDropdown()}
          onFocus={() => box.openDropdown()}
          onBlur={() => {
            box.closeDropdown();
            onBlur?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={empty && (!nothing || loading)}>
        {heading && suggestions.length > 0 && <div className={classes.heading}>{heading}</div>}
        <Combobox.Options className={classes.options} aria-label={`${props.label}: suggestions`}>
          {suggestions.map(({ value, label, detail }) => (
            <Combobox.Option key={value} value={value}>
              {label} {detail && <span className={classes.detail}>{detail}</span>}
            </Combobox.Option>
          ))}
          {create && <Combobox.Option value={createValue}>{create.label}</Combobox.Option>}
          {empty && !loading && <Combobox.Empty>{nothing}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
