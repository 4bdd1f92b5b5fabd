import { SessionEndedError } from '../lib/api-error.ts';
import { describeError } from '../lib/describe-error.ts';
import { FormError } from './field.tsx';
import { SignInElsewhere } from './sign-in-elsewhere.tsx';

/** Why a form could not be sent, and what can be done about it without losing what is in it. */
export function FormFailure({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <FormError>
      {describeError(error)} {error instanceof SessionEndedError ? <SignInElsewhere /> : null}
    </FormError>
  );
}
