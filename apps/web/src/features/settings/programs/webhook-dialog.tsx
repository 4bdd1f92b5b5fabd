import { changeWebhook, type Webhook } from '../../../entities/program.ts';
import { useApp } from '../../../lib/app-context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useRecordForm } from '../../../ui/use-record-form.ts';
import { text } from './messages.ts';
import { isComplete, WebhookFields, type WebhookValues } from './webhook-fields.tsx';

const words = text.webhooks;

/** Another address or other events for a webhook, which keeps its secret and its log. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { call } = useApp().session;
  const { values, set, nameError, dialog } = useRecordForm<WebhookValues, Webhook>({
    name: 'webhooks',
    thing: webhook,
    valuesOf: (stored) => {
      const { url, events } = stored ?? webhook;
      return { url, events: [...events] };
    },
    words: { url: { label: words.url }, events: { label: words.events } },
    nameOf: (typed) => (isComplete(typed) ? typed.url : ''),
    save: ({ url, events }, stored) => changeWebhook(call, stored ?? webhook, { url: url.trim(), events }),
    onClose,
  });
  return (
    <FormDialog title={words.changeOf(webhook.url)} {...dialog}>
      <WebhookFields values={values} set={set} isChecked={nameError !== null} />
    </FormDialog>
  );
}
