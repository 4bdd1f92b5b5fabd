import {
  givenFlow,
  type LinkRefusal,
  type SignedIn,
  SignInWidget,
  type SignInWidgetProps,
} from '@latchkey/widget';
import '@latchkey/widget/styles.css';
import { useState } from 'react';
import { useColorMode } from '../../lib/color-mode.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Session } from '../../lib/session.ts';
import { widgetLook } from '../../lib/widget-look.ts';
import { language } from '../../messages/language.ts';
import { site } from '../../messages/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { FormError } from '../../ui/field.tsx';
import { onward } from './onward.ts';
import styles from './sign-in.module.css';
import { keepTypedName, typedUser } from './typed-name.ts';

export type WidgetCardProps = {
  session: Session;
  type: NonNullable<SignInWidgetProps['type']>;
  /** Where to go when the sign-in has ended well. */
  next: (result: SignedIn) => Promise<string>;
  /** Where to go when the link of the address was refused; null where the widget's own words are enough. */
  afterRefusal?: (refusal: LinkRefusal) => Promise<string | null>;
  linkNote?: string | undefined;
};

/** What a refusal of the widget says, as an error of the library does. */
export function refusalOf({ statusCode, error }: LinkRefusal): { statusCode: number; type: string } {
  return { statusCode, type: error.type };
}

/** The sign-in widget in the product's dress; where people go afterwards is the product's decision. */
export function WidgetCard({ session, type, next, afterRefusal, linkNote }: WidgetCardProps) {
  const colorScheme = useColorMode();
  const [error, setError] = useState<unknown>(null);
  const [result, setResult] = useState<SignedIn | null>(null);
  const go = (signedIn: SignedIn) => {
    setError(null);
    setResult(signedIn);
    next(signedIn).then((target) => location.assign(target), setError);
  };
  return (
    <div
      onInput={(event) => {
        keepTypedName(event);
        // Who types comes through in a moment; without the network it is asked for again then.
        onward().catch(() => undefined);
      }}
    >
      <SignInWidget
        client={session.auth}
        // A reset asks for an address, whatever the ways to sign in are.
        {...(type === 'reset' ? {} : givenFlow(session.settings.signIn))}
        {...(type === 'reset' ? { user: typedUser() } : {})}
        {...(linkNote ? { linkNote } : {})}
        type={type}
        locale={language}
        redirect={false}
        headingLevel={1}
        askConfirmation={false}
        theme={{ ...widgetLook, colorScheme }}
        onSignedIn={go}
        onLinkRefused={(refusal) =>
          void afterRefusal?.(refusal).then((target) => target && location.replace(target))
        }
        onContinue={() => go(result ?? { type, answer: {} })}
      />
      {error && result ? (
        <div className={styles.after}>
          <FormError>{describeError(error)}</FormError>
          <button type="button" className={buttonClass('secondary')} onClick={() => go(result)}>
            {site.tryAgain}
          </button>
        </div>
      ) : null}
    </div>
  );
}
