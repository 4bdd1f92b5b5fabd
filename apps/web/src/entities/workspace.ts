import { queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import { type Call, type Session, workspaceOriginOf } from '../lib/session.ts';
import { theirsOf } from '../lib/theirs-of.ts';
import { language } from '../messages/language.ts';

/** One of the workspaces of a person, as the chooser shows it. */
export type Workspace = Answer<'GET /Workspaces'>[number];
export type WorkspaceSettings = Answer<'GET /Workspace'>['settings'];

/** The workspace of this host, and who the person is in it: every page waits for it. */
export function workspaceQuery(call: Call) {
  return queryOptions({ queryKey: ['workspace'], queryFn: () => call('GET /Workspace', {}) });
}

/** The region that the session's workspace lies in. */
export function regionQuery(call: Call) {
  return queryOptions({ queryKey: ['region'], queryFn: () => call('GET /RegionMaster/GetRegionCode', {}) });
}

/** Workspaces of the signed-in person, by name. */
export async function listWorkspaces({ call }: Session): Promise<Workspace[]> {
  const workspaces = await call('GET /Workspaces', {});
  return [...workspaces].sort((a, b) => a.name.localeCompare(b.name));
}

/** Where a workspace is entered; its own host starts the hand-over. */
export function workspaceEntry(session: Session, slug: string, path = '/time'): string {
  return workspaceOriginOf(session.settings, slug) + path;
}

/** Whether an address is free, and free ones like it. */
export function readAvailability(call: Call, slug: string, signal: AbortSignal) {
  return call('GET /Workspaces/Availability', { query: { slug } }, { signal, tries: 2 });
}

/** @param idempotencyKey the same for every try of one intent */
export function createWorkspace(call: Call, body: Body<'POST /Workspaces'>, idempotencyKey: string) {
  return call('POST /Workspaces', { body }, { idempotencyKey });
}

export function renameWorkspace(call: Call, id: string, name: string) {
  return call('PUT /Workspaces/:id', { params: { id }, body: { name } });
}

export type SettingsChange = Body<'PUT /Workspace/Settings'>;

export function saveWorkspaceSettings(call: Call, body: SettingsChange) {
  return call('PUT /Workspace/Settings', { body });
}

export type Holiday = Answer<'GET /Workspace/Holidays'>[number];

/** Days on which nobody is expected to work. */
export function holidaysQuery(call: Call) {
  return queryOptions({
    queryKey: ['holidays'],
    queryFn: ({ signal }) => call('GET /Workspace/Holidays', {}, { signal }),
  });
}

/** Countries whose public holidays are known, by their names in this page's language. */
export function holidayCountriesQuery(call: Call) {
  return queryOptions({
    queryKey: ['holidayCountries'],
    queryFn: ({ signal }) => call('GET /Workspace/Holidays/Countries', { query: { language } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The public holidays of a place in a year, to start from. */
export function suggestedHolidaysQuery(call: Call, place: { country: string; state?: string; year: number }) {
  return queryOptions({
    queryKey: ['suggestedHolidays', place.country, place.state ?? '', String(place.year)],
    queryFn: ({ signal }) =>
      call('GET /Workspace/Holidays/Suggested', { query: { ...place, language } }, { signal }),
  });
}

/** A change of the holidays of one year, whatever they are. */
export type HolidayChange = (holidays: readonly Holiday[]) => Holiday[];

/** Makes a change to the holidays of a year as they were seen, and where a colleague changed them meanwhile, to theirs. */
export async function changeHolidays(
  call: Call,
  year: number,
  seen: readonly Holiday[],
  change: HolidayChange,
) {
  const save = (believed: readonly Holiday[]) =>
    call('PUT /Workspace/Holidays', {
      body: { year, holidays: change(believed), believed: [...believed] },
    });
  try {
    return await save(seen);
  } catch (refusal) {
    const theirs = theirsOf<Holiday[]>(refusal);
    if (!theirs) throw refusal;
    return save(theirs);
  }
}

/** Hands the workspace to another member; the former owner becomes an admin. */
export function handOverWorkspace(call: Call, id: string, teamMemberID: string) {
  return call('POST /Workspaces/:id/Transfer', { params: { id }, body: { teamMemberID } });
}

export function archiveWorkspace(call: Call, id: string) {
  return call('POST /Workspaces/:id/Archive', { params: { id } });
}

export function restoreWorkspace(call: Call, id: string) {
  return call('POST /Workspaces/:id/Restore', { params: { id } });
}
