/** Words with a capital first letter: "new step" → "New step". */
export const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
