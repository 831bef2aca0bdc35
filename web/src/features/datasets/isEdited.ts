/** Whether an address of a data set shows it to be edited, whatever step; without it, the same path is the page to read. */
export function isEdited(search: object): boolean {
  return "edit" in search && search.edit === true;
}
