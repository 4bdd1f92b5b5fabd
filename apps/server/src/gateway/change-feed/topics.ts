/** What a process may keep something of, or a page may show: the words of the feed. */
export const topics = {
  'app.tenant': 'workspace',
  'app.holiday': 'workspace',
  'app.subscription': 'workspace',
  'app.workspace_directory': 'directory',
  'app.team_member': 'people',
  'app.client': 'catalog',
  'app.activity': 'catalog',
  'app.project': 'catalog',
  'app.project_member': 'catalog',
  'app.project_activity': 'catalog',
  'app.project_type': 'catalog',
  'app.tag': 'catalog',
  'app.member_rate': 'catalog',
  'app.standard_rate': 'catalog',
  'app.timesheet_week': 'week',
  'app.timer': 'timer',
  'app.timer_draft': 'timer',
  'app.personal_token': 'credential',
} as const;

/** The topics of the tables, and `inbox`, which the steps of a week tell: somebody has something to decide, or no more. */
export type Topic = (typeof topics)[keyof typeof topics] | 'inbox';

/** The key of one person's week in the feed. */
export function weekKey(teamMemberID: string, weekEndDate: string): string {
  return `${teamMemberID}/${weekEndDate}`;
}

/** The person and the week of a key; null for the key that means all weeks. */
export function readWeekKey(key: string): { teamMemberID: string; weekEndDate: string } | null {
  const [teamMemberID, weekEndDate] = key.split('/');
  return teamMemberID && weekEndDate ? { teamMemberID, weekEndDate } : null;
}
