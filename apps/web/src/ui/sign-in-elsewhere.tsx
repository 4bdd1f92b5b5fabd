import { errors as text } from '../messages/errors.ts';

/** In another tab, so that what was typed here stays. */
export function SignInElsewhere({ href = '/signin' }: { href?: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text.signInElsewhere}
    </a>
  );
}
