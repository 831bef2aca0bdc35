/** Why pages of freezes are closed to some accounts. */
export const mayNotSeeFreezes =
  "Freezes are for accounts that can see all submissions. Ask a HERMES reviewer for the role.";
export const mayNotPlan = "Only reviewers can plan a freeze. Ask a HERMES reviewer.";
