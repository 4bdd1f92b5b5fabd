import { useState } from 'react';
import type { SitePageProps } from '../../lib/site-page.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { SignOutButton } from '../../ui/sign-out-button.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { ConfirmEmailNote } from './confirm-email.tsx';
import { keepDraft, readDraft, soleRegion } from './draft.ts';
import { text } from './messages.ts';
import styles from './onboarding.module.css';
import { RegionMap } from './region-map.tsx';

/** In which region will the workspace live? For good, so the choice is explained. */
export function SelectRegionPage({ session }: SitePageProps) {
  const { regions } = session.settings;
  const [code, setCode] = useState(readDraft().regionCode ?? soleRegion(regions)?.code ?? '');
  const [hasTried, setHasTried] = useState(false);
  return (
    <SiteLayout aside={<SignOutButton auth={session.auth} />}>
      <SiteCard title={text.region.title} text={text.region.text}>
        <ConfirmEmailNote session={session} />
        <RegionMap chosen={code} codes={regions.map((region) => region.code)} />
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setHasTried(true);
            if (code === '') return;
            keepDraft({ regionCode: code });
            location.assign('/create-new-workspace');
          }}
        >
          {hasTried && code === '' ? <FormError>{text.region.missing}</FormError> : null}
          <fieldset className={styles.choices}>
            <legend className="visually-hidden">{text.region.label}</legend>
            {regions.map((region) => (
              <label
                key={region.code}
                className={styles.choice}
                data-chosen={region.code === code || undefined}
              >
                <input
                  type="radio"
                  name="region"
                  value={region.code}
                  checked={region.code === code}
                  onChange={() => setCode(region.code)}
                />
                <span>
                  <b>{region.name}</b>
                  {text.region.meaning[region.code] ? (
                    <small>{text.region.meaning[region.code]}</small>
                  ) : null}
                </span>
              </label>
            ))}
          </fieldset>
          <Button variant="primary" type="submit" isWide>
            {text.region.next}
          </Button>
        </form>
      </SiteCard>
    </SiteLayout>
  );
}
