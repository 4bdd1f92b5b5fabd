/** Letters of what people write: fields stop at them, and the calls refuse more. */

/** Of a name, of whatever kind. */
export const MAX_NAME_LENGTH = 200;
/** Of a comment, a note of a week, a reason. */
export const MAX_COMMENT_LENGTH = 2000;
/** Of what is written about a client or a project. */
export const MAX_NOTES_LENGTH = 4000;
