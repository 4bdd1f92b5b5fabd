import { BackButton, SubmitButton } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { useTexts } from '../parts/texts.tsx';
import { PhoneField } from '../phone/phone-field.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** A mobile number to text a code to. */
export function PhoneForm(props: ViewProps<Screens['phoneForm']>) {
  const { phoneNumber, isBusy, canGoBack, send, allowLongNumbers, locale } = props;
  const { required } = useTexts();
  return (
    <Form
      isBusy={isBusy}
      check={(values): Record<string, string> => (values.phoneNumber ? {} : { phoneNumber: required.any })}
      onSubmit={(values) => send({ type: 'submit', phoneNumber: values.phoneNumber ?? '' })}
    >
      <PhoneField initial={phoneNumber} allowLong={allowLongNumbers} locale={locale} />
      <SubmitButton isBusy={isBusy} />
      {canGoBack ? <BackButton onBack={() => send({ type: 'back' })} /> : null}
    </Form>
  );
}
