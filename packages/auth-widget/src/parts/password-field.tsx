import { type KeyboardEvent, useState } from 'react';
import { Field } from './field.tsx';
import { useTexts } from './texts.tsx';

interface PasswordFieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be shown, with a hint while Caps Lock is on. Paste and password managers are left alone. */
export function PasswordField({ name, label, hint, autoComplete }: PasswordFieldProps) {
  const { buttons, texts } = useTexts();
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);

  return (
    <Field name={name} label={label} hint={hint}>
      {(control) => (
        <>
          <span className="latchkey-password">
            <input
              className="latchkey-input"
              type={isShown ? 'text' : 'password'}
              autoComplete={autoComplete}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onKeyDown={watchCapsLock}
              onKeyUp={watchCapsLock}
              onBlur={() => setCapsLock(false)}
              {...control}
            />
            <button
              type="button"
              className="latchkey-reveal"
              data-part="reveal"
              aria-pressed={isShown}
              aria-label={`${buttons.showPassword}: ${label}`}
              title={isShown ? buttons.hidePassword : buttons.showPassword}
              onClick={() => setShown(!isShown)}
            >
              <EyeIcon isCrossed={isShown} />
            </button>
          </span>
          <span className="latchkey-caps-lock" role="status">
            {isCapsLock ? texts.capsLock : ''}
          </span>
        </>
      )}
    </Field>
  );
}

function EyeIcon({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {isCrossed ? <path d="m3 3 18 18" /> : null}
    </svg>
  );
}
