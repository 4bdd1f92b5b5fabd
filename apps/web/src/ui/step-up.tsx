import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import { type MissingStep, stepOf } from '../lib/missing-step.ts';
import type { Session } from '../lib/session.ts';
import { useSubmit } from '../lib/use-async.ts';
import { common } from '../messages/common.ts';
import { site } from '../messages/site.ts';
import { stepUp as text } from '../messages/step-up.ts';
import { Dialog } from './dialog.tsx';
import { FormError } from './field.tsx';

const FactorStep = lazy(async () => ({ default: (await import('../lib/factor-step.tsx')).FactorStep }));

type Asking = { step: MissingStep; answer: (isPassed: boolean) => void };

const StepUpContext = createContext<((step: MissingStep) => Promise<boolean>) | null>(null);

/** Lets everything below ask the person to prove again who they are. */
export function StepUpProvider({ session, children }: { session: Session; children: ReactNode }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const ask = useCallback(
    (step: MissingStep) => new Promise<boolean>((answer) => setAsking({ step, answer })),
    [],
  );
  const end = (isPassed: boolean) => {
    setAsking(null);
    asking?.answer(isPassed);
  };
  return (
    <StepUpContext value={ask}>
      {children}
      {asking ? <StepDialog session={session} step={asking.step} onEnd={end} /> : null}
    </StepUpContext>
  );
}

type StepDialogProps = { session: Session; step: MissingStep; onEnd: (isPassed: boolean) => void };

function StepDialog({ session, step, onEnd }: StepDialogProps) {
  const isFresh = step.missing === 'freshProof';
  return (
    <Dialog
      title={isFresh ? text.title : text.factorTitle}
      closeLabel={common.close}
      onClose={() => onEnd(false)}
    >
      <p>{isFresh ? text.text : text.factorText}</p>
      {step.factors.length === 0 ? (
        <FormError>{text.nothing}</FormError>
      ) : (
        <Suspense fallback={<p role="status">{site.loading}</p>}>
          <FactorStep
            // The next step begins with a form of its own.
            key={step.missing}
            session={session}
            step={step}
            onPassed={() => onEnd(true)}
            onAbandoned={() => onEnd(false)}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

/**
 * As `useSubmit`, for work that the provider may refuse until the person has proven again who they are: that is asked in a
 * dialog, and the work is done again. Whoever closes the dialog has changed their mind, which is no error.
 */
export function useConfirmedSubmit(work: () => Promise<void>): ReturnType<typeof useSubmit> {
  const ask = useContext(StepUpContext);
  if (!ask) throw new Error('useConfirmedSubmit outside StepUpProvider');
  return useSubmit(() => confirmed(work, ask));
}

async function confirmed(
  work: () => Promise<void>,
  ask: (step: MissingStep) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      const step = stepOf(thrown);
      if (!step) throw thrown;
      if (!(await ask(step))) return;
    }
  }
}
