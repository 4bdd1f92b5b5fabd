import { useEffect } from 'react';
import { site } from '../../messages/site.ts';
import { FullScreenSpinner } from '../../ui/spinner.tsx';

/** `/signin-to-signup`: from sign-in to sign-up, with whatever was asked for. */
export function SigninToSignupPage() {
  useEffect(() => location.replace(`/signup${location.search}`), []);
  return <FullScreenSpinner label={site.loading} />;
}
