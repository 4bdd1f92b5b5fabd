import { isEmail } from '@stint/domain/auth/email.ts';
import { BackButton, SubmitButton } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** One email field: for a link, a code or a reset. An empty one shows its message and is not sent. */
export function EmailForm({ email, isBusy, canGoBack, send }: ViewProps<Screens['emailForm']>) {
  const { labels, required } = useTexts();
  return (
    <Form
      isBusy={isBusy}
      check={(values): Record<string, string> =>
        isEmail(values.email ?? '') ? {} : { email: required.email }
      }
      onSubmit={(values) => send({ type: 'submit', email: (values.email ?? '').trim() })}
    >
      <TextField
        name="email"
        type="email"
        inputMode="email"
        label={labels.email}
        autoComplete="username"
        defaultValue={email}
      />
      <SubmitButton isBusy={isBusy} />
      {canGoBack ? <BackButton onBack={() => send({ type: 'back' })} /> : null}
    </Form>
  );
}
