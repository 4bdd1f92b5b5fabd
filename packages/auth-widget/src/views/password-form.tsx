import { BackButton, SubmitButton } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import { checkPasswordFields, PasswordFields, submitPassword } from './password-fields.tsx';
import type { ViewProps } from './view.ts';

/** The password form on its own. */
export function PasswordForm(props: ViewProps<Screens['passwordForm']>) {
  const texts = useTexts();
  const { send, isBusy, canGoBack, type } = props;
  return (
    <Form
      isBusy={isBusy}
      check={(values) => checkPasswordFields(props, values, texts)}
      onSubmit={(values) => send(submitPassword(props, values))}
    >
      <PasswordFields {...props} />
      <SubmitButton isBusy={isBusy}>
        {type === 'reset' ? texts.buttons.submit : texts.titles[type]}
      </SubmitButton>
      {canGoBack ? <BackButton onBack={() => send({ type: 'back' })} /> : null}
    </Form>
  );
}
