import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { useTexts } from './texts.tsx';

const SECOND = 1000;

interface ResendButtonProps {
  sentAt: number | null;
  /** Seconds between two sends to one person: 30 in live mode, 2 in test mode (security 2, protocol 17). */
  waitSeconds: number;
  isBusy: boolean;
  onResend: () => void;
}

/** Sends again, once the time between two sends is over; until then it counts down. */
export function ResendButton({ sentAt, waitSeconds, isBusy, onResend }: ResendButtonProps) {
  const { buttons } = useTexts();
  const left = useSecondsUntil(sentAt === null ? 0 : sentAt + waitSeconds * SECOND);
  return (
    <Button onClick={onResend} isBusy={isBusy} isDisabled={left > 0} part="resend">
      {left > 0 ? buttons.resendIn(left) : buttons.resend}
    </Button>
  );
}

function useSecondsUntil(end: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / SECOND));
  useEffect(() => {
    setNow(Date.now());
    if (end <= Date.now()) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}
