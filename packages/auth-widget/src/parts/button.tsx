import type { ReactNode } from 'react';
import { useTexts } from './texts.tsx';

interface ButtonProps {
  children: ReactNode;
  onClick?: (() => void) | undefined;
  /** `main` is the one thing to do on a screen, `other` one of several ways, `quiet` a small turn aside. */
  kind?: 'main' | 'other' | 'quiet';
  isBusy?: boolean;
  isDisabled?: boolean;
  part?: string;
}

/** A button. While busy it keeps its focus and does nothing, so that nothing is sent twice. */
export function Button({ children, onClick, kind = 'other', isBusy, isDisabled, part }: ButtonProps) {
  const isOff = isBusy || isDisabled;
  return (
    <button
      type="button"
      className={`latchkey-button latchkey-button-${kind}`}
      data-part={part ?? 'button'}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      {children}
    </button>
  );
}

/** Sends the form around; its label gives way to the news that it is working. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children?: ReactNode }) {
  const { buttons, texts } = useTexts();
  const label = isBusy ? texts.working : (children ?? buttons.submit);
  return (
    <button
      type="submit"
      className="latchkey-button latchkey-button-main"
      data-part="submit"
      data-state={isBusy ? 'busy' : 'ready'}
      aria-disabled={isBusy || undefined}
    >
      {isBusy ? <span className="latchkey-spinner" aria-hidden="true" /> : null}
      {/* An element, as a browser that translates puts its own in the place of texts. */}
      <span key={isBusy ? 'busy' : 'ready'}>{label}</span>
    </button>
  );
}

/** Goes back to where the screen was chosen (it says Back where nothing else is given). */
export function BackButton({ onBack, children }: { onBack: () => void; children?: ReactNode }) {
  const { buttons } = useTexts();
  return (
    <Button kind="quiet" onClick={onBack} part="back">
      {children ?? buttons.back}
    </Button>
  );
}
