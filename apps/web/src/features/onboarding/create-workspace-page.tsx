import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { slugFromName } from '@stint/domain/workspace/slug.ts';
import { useRef, useState } from 'react';
import { createWorkspace } from '../../entities/workspace.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SignOutButton } from '../../ui/sign-out-button.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { ConfirmEmailNote } from './confirm-email.tsx';
import { forgetDraft, keepDraft, readDraft, soleRegion } from './draft.ts';
import { text } from './messages.ts';
import styles from './onboarding.module.css';
import { type Availability, useAvailability } from './use-availability.ts';

/** Name and address of a new workspace; the address follows the name until it is edited. */
export function CreateWorkspacePage({ session }: SitePageProps) {
  const { regions, mainDomain } = session.settings;
  const [draft] = useState(readDraft);
  const [name, setName] = useState(draft.name ?? '');
  const [ownSlug, setOwnSlug] = useState<string | null>(draft.slug ?? null);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const [isAddressMissing, setIsAddressMissing] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const key = useRef(crypto.randomUUID());
  const slug = ownSlug ?? slugFromName(name);
  const availability = useAvailability(session, slug);
  const region = regions.find(({ code }) => code === draft.regionCode) ?? soleRegion(regions);
  const [isRegionMissing, setIsRegionMissing] = useState(false);

  const { isBusy, error, submit } = useSubmit(async () => {
    if (name.trim() === '') {
      setIsNameMissing(true);
      nameInput.current?.focus();
      return;
    }
    setIsAddressMissing(slug === '');
    // The region is for good, so nobody gets one that they did not choose.
    setIsRegionMissing(!region);
    if (slug === '' || !region) return;
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const body = {
      name: name.trim(),
      slug,
      regionCode: region.code,
      ...(timeZone ? { timeZone } : {}),
    };
    const created = await createWorkspace(session.call, body, key.current);
    // The token names workspaces: a new one brings the new membership.
    await session.auth.refresh({ force: true });
    forgetDraft();
    location.assign(`/welcome?workspace=${encodeURIComponent(created.slug)}`);
  });

  const edit = (change: { name?: string; slug?: string | null }) => {
    key.current = crypto.randomUUID();
    if (change.name !== undefined) setName(change.name);
    if (change.slug !== undefined) setOwnSlug(change.slug);
    keepDraft({ name: change.name ?? name, ...(change.slug ? { slug: change.slug } : {}) });
    setIsNameMissing(false);
  };

  return (
    <SiteLayout aside={<SignOutButton auth={session.auth} />}>
      <SiteCard title={text.create.title}>
        <ConfirmEmailNote session={session} />
        <Form className={styles.form} error={error} onSubmit={submit}>
          <Field label={text.create.name} error={isNameMissing ? text.create.nameMissing : null}>
            <Input
              ref={nameInput}
              name="name"
              value={name}
              maxLength={MAX_NAME_LENGTH}
              placeholder={text.create.namePlaceholder}
              autoComplete="organization"
              onChange={(event) => edit({ name: event.target.value })}
            />
          </Field>
          <Field
            label={text.create.address}
            error={isAddressMissing && slug === '' ? text.create.problems.empty : problemText(availability)}
            hint={<Hint state={availability} />}
          >
            <div className={styles.address}>
              <Input
                name="slug"
                value={slug}
                maxLength={63}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => edit({ slug: event.target.value.toLowerCase().replace(/\s+/g, '-') })}
              />
              <span>.{mainDomain}</span>
            </div>
          </Field>
          {availability.status === 'problem' && availability.suggestions.length > 0 ? (
            <div className={styles.suggestions}>
              {text.create.suggestions}
              {availability.suggestions.map((suggestion) => (
                <button type="button" key={suggestion} onClick={() => edit({ slug: suggestion })}>
                  {suggestion}
                </button>
              ))}
            </div>
          ) : null}
          {isRegionMissing ? <FormError>{text.create.regionMissing}</FormError> : null}
          <p className={styles.region}>
            {text.create.region(region?.name ?? text.create.noRegion)}{' '}
            <a href="/select-region">{text.create.changeRegion}</a>
          </p>
          <Button variant="primary" type="submit" isBusy={isBusy} isWide>
            {isBusy ? text.create.creating : text.create.submit}
          </Button>
        </Form>
      </SiteCard>
    </SiteLayout>
  );
}

function Hint({ state }: { state: Availability }) {
  if (state.status === 'free') return <span className={styles.free}>{text.create.free}</span>;
  return state.status === 'checking' ? text.create.checking : text.create.addressHint;
}

function problemText(state: Availability): string | null {
  return state.status === 'problem' ? text.create.problems[state.problem] : null;
}
