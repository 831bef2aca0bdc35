/** The two pages of registering a data set and changing it. */
export const steps = ["About the data set", "Files"];

/** Said when a form is left that holds more than the server. */
export const keptAsDraft = {
  title: "Leave without saving?",
  children: "Your changes are not saved on the server. They are kept in this browser.",
};
