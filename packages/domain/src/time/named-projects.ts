/** As many as one call takes; a week shows fewer. */
export const MOST_IDS = 100;

/** Projects to ask for by their ids: each once and in one order, so that whoever asks for the same ones asks the same. */
export function namedProjects(ids: readonly string[]): string {
  return [...new Set(ids)].toSorted().slice(0, MOST_IDS).join();
}
