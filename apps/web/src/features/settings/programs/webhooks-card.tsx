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
import { useKeptIds } from '../../../lib/use-kept-ids.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormError } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { QueryCard } from '../../../ui/query-card.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { Deliveries } from './deliveries.tsx';
import { text } from './messages.ts';
import { ShownOnce } from './shown-once.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { isComplete, WebhookFields, type WebhookValues } from './webhook-fields.tsx';

const words = text.webhooks;
const EMPTY: WebhookValues = { url: '', events: [] };

type Opened = { what: 'log' | 'change' | 'secret' | 'remove'; webhook: Webhook };

/** Who is called when something happens here, and what became of the calls. */
export function WebhooksCard() {
  const webhooks = useQuery(webhooksQuery(useApp().session.call));
  const [secret, setSecret] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
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
                onOpen={(what) => setOpened({ what, webhook })}
              />
            ))}
          </ul>
          {secret ? <ShownOnce value={secret} /> : null}
          <AddWebhook onSecret={setSecret} />
          {opened?.what === 'log' ? <Deliveries webhook={opened.webhook} onClose={close} /> : null}
          {opened?.what === 'change' ? <WebhookDialog webhook={opened.webhook} onClose={close} /> : null}
          {opened?.what === 'secret' ? (
            <RenewSecret webhook={opened.webhook} onSecret={setSecret} onClose={close} />
          ) : null}
          {opened?.what === 'remove' ? <RemoveWebhook webhook={opened.webhook} onClose={close} /> : null}
        </>
      )}
    </QueryCard>
  );
}

type RowProps = { webhook: Webhook; onOpen: (what: Opened['what']) => void };

function WebhookRow({ webhook, onOpen }: RowProps) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const fullDate = useFullDate();
  const { url, isActive, events, failuresInARow, lastDeliveredAt, disabledReason } = webhook;
  const act = async (work: () => Promise<unknown>, done?: string) => {
    try {
      await work();
      if (done) toast({ text: done });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
    // Also after a refusal: somebody else may have changed it.
    await invalidate(queryClient, 'webhooks');
  };
  const facts = [
    events.join(', '),
    ...(lastDeliveredAt ? [words.last(fullDate(lastDeliveredAt))] : []),
    ...(failuresInARow > 0 ? [words.failures(failuresInARow)] : []),
  ];
  const items: MenuItem[] = [
    { label: words.change, icon: 'edit', onSelect: () => onOpen('change') },
    {
      label: words.test,
      icon: 'mail',
      onSelect: () => void act(() => testWebhook(call, webhook), words.tested),
    },
    {
      label: isActive ? words.switchOff : words.switchOn,
      icon: isActive ? 'close' : 'check',
      onSelect: () => void act(() => switchWebhook(call, webhook, !isActive)),
    },
    { label: words.secret, icon: 'restore', onSelect: () => onOpen('secret') },
    { label: words.remove, icon: 'trash', isDanger: true, onSelect: () => onOpen('remove') },
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
      <Button onClick={() => onOpen('log')} aria-label={words.logOf(url)}>
        {words.log}
      </Button>
      <Menu label={words.actions(url)} button={<Icon name="more" />} items={items} />
    </li>
  );
}

type AskProps = { webhook: Webhook; onClose: () => void };

function RenewSecret({ webhook, onSecret, onClose }: AskProps & { onSecret: (secret: string) => void }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const renew = async () => {
    onSecret((await renewWebhookSecret(call, webhook)).secret);
    await invalidate(queryClient, 'webhooks');
  };
  return (
    <ConfirmDialog
      title={words.secretOf(webhook.url)}
      text={words.secretText}
      verb={words.secret}
      work={renew}
      onClose={onClose}
    />
  );
}

function RemoveWebhook({ webhook, onClose }: AskProps) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const remove = async () => {
    await removeWebhook(call, webhook);
    await invalidate(queryClient, 'webhooks');
    toast({ text: words.removed });
  };
  return (
    <ConfirmDialog
      title={words.removeOf(webhook.url)}
      text={words.removeText}
      verb={words.remove}
      work={remove}
      onClose={onClose}
    />
  );
}

function AddWebhook({ onSecret }: { onSecret: (secret: string) => void }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const keys = useKeptIds();
  const [values, setValues] = useState(EMPTY);
  const [hasTried, setHasTried] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    if (!isComplete(values)) return;
    const body = { ...values, url: values.url.trim() };
    const { secret } = await keys.keep(JSON.stringify(body), (key) => addWebhook(call, key, body));
    onSecret(secret);
    setValues(EMPTY);
    setHasTried(false);
    await invalidate(queryClient, 'webhooks');
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      <WebhookFields
        values={values}
        set={(change) => setValues({ ...values, ...change })}
        isChecked={hasTried}
      />
      <Button type="submit" isBusy={isBusy}>
        {words.add}
      </Button>
    </Form>
  );
}
