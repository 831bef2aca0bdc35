/**
 * Starts the page. A failure is logged and thrown again, so that an empty page is not taken for a
 * finished one.
 */
export function starting(start: () => void): void {
  try {
    start();
  } catch (error) {
    console.error("The page could not start.", error);
    throw error;
  }
}
