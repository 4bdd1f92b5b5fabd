import { type Factor, factorKey, findFactorKind } from '@stint/domain/auth/factor.ts';
import { Fragment, lazy, Suspense } from 'react';
import { Button } from '../parts/button.tsx';
import { Divider } from '../parts/error-box.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import { PasswordForm } from './password-form.tsx';
import type { ViewProps } from './view.ts';

// Drawings come after the form; without them the names say enough.
const ProviderLogo = lazy(() =>
  import('./provider-logo.tsx').then(
    (part) => ({ default: part.ProviderLogo }),
    () => ({ default: () => null }),
  ),
);

type Props = ViewProps<Screens['selectFactor']>;

/** The ways on offer, in the order of the flow; the password form sits at its place between dividers. */
export function SelectFactor(props: Props) {
  const { factors, customProviders, subtitle, canGoBack, isBusy, send } = props;
  const { buttons, texts } = useTexts();
  const rows = factors.filter((factor) => findFactorKind(factor));
  const isForm = (factor: Factor | undefined) =>
    factor?.strategy === 'password' && props.inlinePassword !== null;

  return (
    <div className="latchkey-stack" data-part="factors">
      {subtitle ? <p className="latchkey-subtitle">{subtitle}</p> : null}
      {rows.map((factor, index) => (
        <Fragment key={factorKey(factor)}>
          {index > 0 && (isForm(factor) || isForm(rows[index - 1])) ? <Divider>{texts.or}</Divider> : null}
          <FactorRow {...props} factor={factor} />
        </Fragment>
      ))}
      {customProviders.length > 0 && isForm(rows.at(-1)) ? <Divider>{texts.or}</Divider> : null}
      {customProviders.map(({ provider = 'custom', providerId, label }) => (
        <Button
          key={`${provider}/${providerId}`}
          isBusy={isBusy}
          part={provider === 'saml' ? 'saml-provider' : 'custom-provider'}
          onClick={() => send({ type: 'selectCustomProvider', provider, providerId })}
        >
          {label ?? (provider === 'saml' ? buttons.singleSignOn : providerId)}
        </Button>
      ))}
      {canGoBack ? (
        <Button kind="quiet" part="back" onClick={() => send({ type: 'back' })}>
          {buttons.back}
        </Button>
      ) : null}
    </div>
  );
}

function FactorRow(props: Props & { factor: Factor }) {
  const { factor, inlinePassword, isBusy, send } = props;
  const { factors: labels } = useTexts();
  const kind = findFactorKind(factor);
  if (factor.strategy === 'password' && inlinePassword)
    return <PasswordForm {...props} {...inlinePassword} canGoBack={false} />;
  return (
    <Button
      isBusy={isBusy}
      part={`factor-${factor.strategy}`}
      onClick={() => send({ type: 'selectFactor', factor })}
    >
      {kind?.isSso ? (
        <Suspense fallback={<svg width="18" aria-hidden="true" />}>
          <ProviderLogo strategy={factor.strategy} />
        </Suspense>
      ) : null}
      {labels[factorKey(factor)] ?? kind?.buttonText}
    </Button>
  );
}
