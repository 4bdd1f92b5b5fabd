import type { ViewError } from '../machine/types.ts';
import type { Strings } from '../strings.ts';
import { useTexts } from './texts.tsx';

/** What went wrong, above the fields. Always there, so that screen readers hear what is put into it. */
export function ErrorBox({ error }: { error: ViewError | null }) {
  const strings = useTexts();
  return (
    <div className="latchkey-error" role="alert" data-part="error" data-state={error ? 'shown' : 'empty'}>
      {error ? <p>{errorText(error, strings)}</p> : null}
    </div>
  );
}

/** The server's own sentence, or that of the language in its place; texts of the widget for what it says itself, and what to do about a spent link. */
function errorText(error: ViewError, { texts, refusals }: Strings): string {
  const said = refusals?.[error.code as string] ?? error.message;
  const own: Readonly<Record<string, string>> = {
    network_error: texts.networkError,
    timeout_error: texts.networkError,
    password_mismatch_error: texts.passwordMismatch,
    reset_needed: texts.resetNeeded,
    reset_mail_error: texts.resetMailError,
    reset_error: texts.resetError,
    reset_link_error: `${texts.resetError} ${texts.linkSpent}`,
    invalid_token: `${said}. ${texts.linkSpent}`,
  };
  const message = own[error.error.type] ?? (said || texts.unknownError);
  return error.retryAfterSeconds ? `${message} ${texts.retryAfter(error.retryAfterSeconds)}` : message;
}

/** A line between two ways, with a word in it. */
export function Divider({ children }: { children: string }) {
  return (
    <div className="latchkey-divider" data-part="divider">
      <span>{children}</span>
    </div>
  );
}
