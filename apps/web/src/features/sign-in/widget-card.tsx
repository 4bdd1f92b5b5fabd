import {
  givenFlow,
  type LinkRefusal,
  type SignedIn,
  SignInWidget,
  type SignInWidgetProps,
} from '@latchkey/widget';
import '@latchkey/widget/styles.css';
import { useEffect, useRef, useState } from 'react';
import { useColorMode } from '../../lib/color-mode.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Session } from '../../lib/session.ts';
import { widgetLook } from '../../lib/widget-look.ts';
import { language } from '../../messages/language.ts';
import { site } from '../../messages/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { FormError } from '../../ui/field.tsx';
import { loadAnew } from './load-anew.ts';
import styles from './sign-in.module.css';
import { keepTypedName, typedUser } from './typed-name.ts';

export type WidgetCardProps = {
  session: Session;
  type: NonNullable<SignInWidgetProps['type']>;
  /** Where to go when the sign-in has ended well. */
  next: (result: SignedIn) => Promise<string>;
  /** Where to go when the link of the address was refused; null where the widget's own words are enough. */
  afterRefusal?: (refusal: LinkRefusal) => Promise<string | null>;
  /** The link of the address does not count any more: somebody said that it is not theirs, or it was refused. */
  onLinkGone?: () => void;
  linkNote?: string | undefined;
  /** Fetches what `next` needs; called while somebody fills the form in. */
  prefetch?: (() => void) | undefined;
  /** Goes on as well when the sign-in ends well in another tab. */
  followsOtherTabs?: boolean;
};

/** The button of the widget that says of a link that it is not theirs. */
const DECLINES = '[data-view="confirmLink"] [data-part="back"]';

/** What kept somebody from being led on, and how that is tried again. */
type Failure = { error: unknown; again: () => void };

/** What a refusal of the widget says, as an error of the library does. */
export function refusalOf({ statusCode, error }: LinkRefusal): { statusCode: number; type: string } {
  return { statusCode, type: error.type };
}

/** The sign-in widget in the product's dress; where people go afterwards is the product's decision. */
export function WidgetCard({
  session,
  type,
  next,
  afterRefusal,
  onLinkGone,
  linkNote,
  prefetch,
  followsOtherTabs = false,
}: WidgetCardProps) {
  const colorScheme = useColorMode();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [result, setResult] = useState<SignedIn | null>(null);
  const lead = (find: () => Promise<string | null>, leave: (target: string) => void, isAsked = false) => {
    setFailure(null);
    find().then(
      (target) => target && leave(target),
      (error: unknown) => {
        if (!loadAnew(session, error, { isAsked }))
          setFailure({ error, again: () => lead(find, leave, true) });
      },
    );
  };
  const go = (signedIn: SignedIn, isAsked = false) => {
    setResult(signedIn);
    lead(
      () => next(signedIn),
      (target) => location.assign(target),
      isAsked,
    );
  };
  const goOn = useRef(() => go({ type, answer: {} }));
  useEffect(
    () => (followsOtherTabs ? session.auth.on('tokens', () => goOn.current()) : undefined),
    [session, followsOtherTabs],
  );
  return (
    <div
      // Before the widget hears of it, and shows another screen.
      onClickCapture={({ target }) => {
        if (!(target instanceof Element) || !target.closest(DECLINES)) return;
        session.auth.forgetLink();
        onLinkGone?.();
      }}
      onInput={(event) => {
        keepTypedName(event);
        prefetch?.();
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
        onSignedIn={(signedIn) => go(signedIn)}
        onLinkRefused={(refusal) => {
          onLinkGone?.();
          if (!afterRefusal) return;
          lead(
            () => afterRefusal(refusal),
            (target) => location.replace(target),
          );
        }}
        onContinue={() => go(result ?? { type, answer: {} }, true)}
      />
      {failure ? (
        <div className={styles.after}>
          <FormError>{describeError(failure.error)}</FormError>
          <button type="button" className={buttonClass('secondary')} onClick={failure.again}>
            {site.tryAgain}
          </button>
        </div>
      ) : null}
    </div>
  );
}
