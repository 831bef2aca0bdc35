/** Moves the focus to a field whose content is to be typed again. */
export function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
