/** Why a timer that was stopped is no entry yet; it stays as a draft until a person mends or discards it. */
export const DRAFT_REASONS = [
  'project_missing',
  'activity_missing',
  'comment_missing',
  'tag_missing',
  'project_unusable',
  'activity_unusable',
  'week_locked',
  'subscription_inactive',
  'too_long',
] as const;

export type DraftReason = (typeof DRAFT_REASONS)[number];

/** What a timer says besides its time. */
export type TimerWork = {
  projectId: string | null;
  activityId: string | null;
  comment: string;
  tagIds: readonly string[];
};

const required: readonly { field: string; reason: DraftReason; isThere: (work: TimerWork) => boolean }[] = [
  { field: 'activity', reason: 'activity_missing', isThere: ({ activityId }) => activityId !== null },
  { field: 'comment', reason: 'comment_missing', isThere: ({ comment }) => comment.trim() !== '' },
  { field: 'tag', reason: 'tag_missing', isThere: ({ tagIds }) => tagIds.length > 0 },
];

/** What an entry needs that a timer does not say; a project always, else what the workspace requires. */
export function missingForEntry(work: TimerWork, requiredFields: readonly string[]): DraftReason | null {
  if (work.projectId === null) return 'project_missing';
  const missing = required.find(({ field, isThere }) => requiredFields.includes(field) && !isThere(work));
  return missing?.reason ?? null;
}
