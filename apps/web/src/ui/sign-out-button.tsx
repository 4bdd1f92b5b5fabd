import { site as text } from '../messages/site.ts';
import { Button } from './button.tsx';

type SignsOut = { logout: () => Promise<string | null> };

/** Ends the session and goes to sign-in. */
export function SignOutButton({ auth }: { auth: SignsOut }) {
  const signOut = async () => {
    const target = await auth.logout();
    if (target === null) location.assign('/signin');
  };
  return (
    <Button variant="quiet" icon="signOut" onClick={() => void signOut()}>
      {text.signOut}
    </Button>
  );
}
