/** The id of a control, for labels and the links of the error summary. */
export const controlId = (key: string) => `dataset-${key}`;
