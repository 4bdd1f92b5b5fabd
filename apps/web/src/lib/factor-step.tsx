import { SignInWidget } from '@latchkey/widget';
import { language } from '../messages/language.ts';
import '@latchkey/widget/styles.css';
import { useColorMode } from './color-mode.ts';
import type { MissingStep } from './missing-step.ts';
import type { Session } from './session.ts';
import { widgetLook } from './widget-look.ts';

export type FactorStepProps = {
  session: Session;
  step: MissingStep;
  onPassed: () => void;
  onAbandoned: () => void;
};

/** The widget asks the signed-in person for one more factor: their session has it from then on. */
export function FactorStep({ session, step, onPassed, onAbandoned }: FactorStepProps) {
  const colorScheme = useColorMode();
  const person = session.auth.user();
  const { missing, factors, customProviders } = step;
  return (
    <SignInWidget
      locale={language}
      client={session.auth}
      stepUp={{ kind: missing === 'secondFactor' ? 'secondFactor' : 'firstFactor', factors }}
      type="login"
      customProviders={customProviders}
      user={{
        email: person?.email ?? undefined,
        username: person?.username ?? undefined,
        phoneNumber: person?.phoneNumber ?? undefined,
      }}
      // A provider or a mailed link leads back here, and the hand-over goes on.
      redirect={location.pathname + location.search}
      headingLevel={2}
      theme={{ ...widgetLook, colorScheme }}
      onSignedIn={onPassed}
      onContinue={onPassed}
      onAbandoned={onAbandoned}
    />
  );
}
