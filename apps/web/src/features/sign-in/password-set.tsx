import { useEffect, useRef } from 'react';
import { site } from '../../messages/site.ts';
import { ToastProvider, useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';

/** A reset ended here. The address forgets it, so that a reload does not tell it again. */
export function PasswordSet() {
  return (
    <ToastProvider dismissLabel={site.dismiss}>
      <Told />
    </ToastProvider>
  );
}

function Told() {
  const toast = useToast();
  const hasTold = useRef(false);
  useEffect(() => {
    if (hasTold.current) return;
    hasTold.current = true;
    const page = new URL(location.href);
    page.searchParams.delete('reset');
    history.replaceState(history.state, '', page);
    toast({ text: text.signInPage.passwordSet });
  }, [toast]);
  return null;
}
