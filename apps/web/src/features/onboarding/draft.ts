/** What was chosen so far while making a workspace; kept so that nothing has to be entered twice. */
export type Draft = { regionCode?: string; name?: string; slug?: string };

const KEY = 'stint.newWorkspace';

export function readDraft(): Draft {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Draft;
  } catch {
    return {};
  }
}

export function keepDraft(change: Draft): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readDraft(), ...change }));
}

export function forgetDraft(): void {
  localStorage.removeItem(KEY);
}

/** With one region there is nothing to choose. */
export function soleRegion<Region>(regions: readonly Region[]): Region | undefined {
  return regions.length === 1 ? regions[0] : undefined;
}
