import { type WebhookEventName, webhookEvents } from '@stint/domain/api/gateway/webhooks.ts';
import { Checkboxes } from '../../../ui/choices.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { text } from './messages.ts';

const words = text.webhooks;
/** What can be chosen: a ping is sent by hand. */
const EVENTS = webhookEvents.filter((name) => name !== 'ping');

/** Where a webhook calls, and about what. */
export type WebhookValues = { url: string; events: WebhookEventName[] };

function isAddress(url: string): boolean {
  return /^https?:\/\/\S+\.\S+/.test(url.trim()) || /^https?:\/\/\S+:\d+/.test(url.trim());
}

export function isComplete({ url, events }: WebhookValues): boolean {
  return isAddress(url) && events.length > 0;
}

type FieldsProps = {
  values: WebhookValues;
  set: (change: Partial<WebhookValues>) => void;
  /** Says what is missing. */
  isChecked: boolean;
};

/** The fields of a webhook, new or not. */
export function WebhookFields({ values: { url, events }, set, isChecked }: FieldsProps) {
  return (
    <>
      <Field label={words.url} error={isChecked && !isAddress(url) ? words.urlInvalid : null}>
        <Input
          type="url"
          maxLength={2000}
          placeholder="https://"
          value={url}
          onChange={(event) => set({ url: event.target.value })}
        />
      </Field>
      <Checkboxes
        legend={words.events}
        problem={isChecked && events.length === 0 ? words.eventsMissing : null}
        layout="columns"
        keys={EVENTS}
        labelOf={(name) => name}
        chosen={events}
        onChange={(chosen) => set({ events: chosen })}
      />
    </>
  );
}
