import { type WebhookEventName, webhookEvents } from '@stint/domain/api/gateway/webhooks.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addWebhook,
  removeWebhook,
  renewWebhookSecret,
  switchWebhook,
  testWebhook,
  type Webhook,
  webhooksQuery,
} from '../../../entities/program.ts';
import { useApp } from '../../../lib/app-context.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { invalidate } from '../../../lib/invalidate.ts';
import { useSubmit } from '../../../lib/use-async.ts';
import { useFullDate } from '../../../lib/use-full-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Field, FormError, Input } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { QueryCard } from '../../../ui/query-card.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { Deliveries } from './deliveries.tsx';
import { text } from './messages.ts';
import { ShownOnce } from './shown-once.tsx';

const words = text.webhooks;

/** Who is called when something happens here, and what became of the calls. */
export function WebhooksCard() {
  const webhooks = useQuery(webhooksQuery(useApp().session.call));
  const [secret, setSecret] = useState<string | null>(null);
  const [shown, setShown] = useState<Webhook | null>(null);
  return (
    <QueryCard title={words.title} query={webhooks}>
      {(list) => (
        <>
          <p className={styles.quiet}>{words.lead}</p>
          {list.length === 0 ? <p>{words.none}</p> : null}
          <ul className={styles.rows}>
            {list.map((webhook) => (
              <WebhookRow
                key={webhook.webhookID}
                webhook={webhook}
                onSecret={setSecret}
                onLog={() => setShown(webhook)}
              />
            ))}
          </ul>
          {secret ? <ShownOnce value={secret} /> : null}
          <AddWebhook onSecret={setSecret} />
          {shown ? <Deliveries webhook={shown} onClose={() => setShown(null)} /> : null}
        </>
      )}
    </QueryCard>
  );
}

type RowProps = { webhook: Webhook; onSecret: (secret: string) => void; onLog: () => void };

function WebhookRow({ webhook, onSecret, onLog }: RowProps) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const fullDate = useFullDate();
  const { url, isActive, events, failuresInARow, lastDeliveredAt, disabledReason } = webhook;
  const run = (work: () => Promise<unknown>, done?: string) => async () => {
    try {
      await work();
      await invalidate(queryClient, 'webhooks');
      if (done) toast({ text: done });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
  };
  const act = (work: () => Promise<unknown>, done?: string) => () => void run(work, done)();
  const facts = [
    events.join(', '),
    ...(lastDeliveredAt ? [words.last(fullDate(lastDeliveredAt))] : []),
    ...(failuresInARow > 0 ? [words.failures(failuresInARow)] : []),
  ];
  return (
    <li>
      <span className={styles.grow}>
        <b>{url}</b>
        <br />
        <span className={styles.quiet}>{facts.join(' · ')}</span>
        {disabledReason ? <FormError>{disabledReason}</FormError> : null}
      </span>
      <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? words.state.on : words.state.off}</Badge>
      <Button onClick={onLog} aria-label={words.logOf(url)}>
        {words.log}
      </Button>
      <Menu
        label={words.actions(url)}
        button={<Icon name="more" />}
        items={[
          { label: words.test, icon: 'mail', onSelect: act(() => testWebhook(call, webhook), words.tested) },
          {
            label: isActive ? words.switchOff : words.switchOn,
            icon: isActive ? 'close' : 'check',
            onSelect: act(() => switchWebhook(call, webhook, !isActive)),
          },
          {
            label: words.secret,
            icon: 'restore',
            onSelect: act(async () => onSecret((await renewWebhookSecret(call, webhook)).secret)),
          },
          {
            label: words.remove,
            icon: 'trash',
            isDanger: true,
            onSelect: act(() => removeWebhook(call, webhook), words.removed),
          },
        ]}
      />
    </li>
  );
}

function AddWebhook({ onSecret }: { onSecret: (secret: string) => void }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEventName[]>([]);
  const [hasTried, setHasTried] = useState(false);
  const isAddress = /^https?:\/\/\S+\.\S+/.test(url.trim()) || /^https?:\/\/\S+:\d+/.test(url.trim());
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    if (!isAddress || events.length === 0) return;
    const { secret } = await addWebhook(call, { url: url.trim(), events: [...events] });
    onSecret(secret);
    setUrl('');
    setEvents([]);
    setHasTried(false);
    await invalidate(queryClient, 'webhooks');
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      <Field label={words.url} error={hasTried && !isAddress ? words.urlInvalid : null}>
        <Input
          type="url"
          maxLength={2000}
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <fieldset className={styles.group}>
        <legend>{words.events}</legend>
        {hasTried && events.length === 0 ? <FormError>{words.eventsMissing}</FormError> : null}
        <div className={styles.checks}>
          {webhookEvents
            .filter((name) => name !== 'ping')
            .map((name) => (
              <Checkbox
                key={name}
                label={name}
                checked={events.includes(name)}
                onChange={(event) =>
                  setEvents(event.target.checked ? [...events, name] : events.filter((each) => each !== name))
                }
              />
            ))}
        </div>
      </fieldset>
      <Button type="submit" isBusy={isBusy}>
        {words.add}
      </Button>
    </Form>
  );
}
