import { givenFlow, type SignedIn, SignInWidget, type SignInWidgetProps } from '@latchkey/widget';
import '@latchkey/widget/styles.css';
import { useState } from 'react';
import { useColorMode } from '../../lib/color-mode.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Session } from '../../lib/session.ts';
import { widgetLook } from '../../lib/widget-look.ts';
import { site as text } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import styles from './sign-in.module.css';

export type WidgetCardProps = {
  session: Session;
  type: NonNullable<SignInWidgetProps['type']>;
  /** Where to go when the sign-in has ended well. */
  next: (result: SignedIn) => Promise<string>;
};

/** The sign-in widget in the product's dress; where people go afterwards is the product's decision (spec 4.3). */
export function WidgetCard({ session, type, next }: WidgetCardProps) {
  const colorScheme = useColorMode();
  const [error, setError] = useState<unknown>(null);
  const [result, setResult] = useState<SignedIn | null>(null);
  const go = (signedIn: SignedIn) => {
    setError(null);
    setResult(signedIn);
    next(signedIn).then((target) => location.assign(target), setError);
  };
  return (
    <div>
      <SignInWidget
        client={session.auth}
        {...givenFlow(session.settings.signIn)}
        type={type}
        redirect={false}
        headingLevel={1}
        askConfirmation={false}
        theme={{ ...widgetLook, colorScheme }}
        onSignedIn={go}
        onContinue={() => go(result ?? { type, answer: {} })}
      />
      {error && result ? (
        <div className={styles.after}>
          <FormError>{describeError(error)}</FormError>
          <Button onClick={() => go(result)}>{text.tryAgain}</Button>
        </div>
      ) : null}
    </div>
  );
}
