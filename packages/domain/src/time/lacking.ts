/** What a workspace may ask of every entry with hours. */
export type RequiredField = 'comment' | 'activity' | 'tag';

/** What of an entry counts when it is looked at for what is missing. */
export interface AskedEntry {
  minutes: number;
  comment: string;
  activityID: string | null;
  tags: readonly unknown[];
}

const isMissing: Record<RequiredField, (entry: AskedEntry) => boolean> = {
  comment: ({ comment }) => comment.trim() === '',
  activity: ({ activityID }) => activityID === null,
  tag: ({ tags }) => tags.length === 0,
};

/** The fields that the workspace asks for and an entry lacks, in the order of the workspace; nothing is asked of an entry without hours. */
export function lackingFields(entry: AskedEntry, required: readonly string[]): RequiredField[] {
  if (entry.minutes === 0) return [];
  return required.filter(isRequiredField).filter((field) => isMissing[field](entry));
}

function isRequiredField(field: string): field is RequiredField {
  return Object.hasOwn(isMissing, field);
}
