/** Runs the start of the page. A failure is logged and thrown again, so that nobody takes an empty page for a finished one. */
export function starting(start: () => void): void {
  try {
    start();
  } catch (error) {
    console.error("The page could not start.", error);
    throw error;
  }
}
