import { useState } from 'react';
import type { Newest } from '../../lib/newest.ts';
import { useLoad } from '../../lib/use-async.ts';
import { site } from '../../messages/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { NewestNote } from '../../ui/newest-note.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { text } from './messages.ts';
import styles from './outbox-page.module.css';

type Message = {
  id: string;
  channel: string;
  to: string;
  subject?: string | null;
  text: string;
  link?: string | null;
  verificationCode?: string | null;
  createdAt: string;
};

async function readOutbox(): Promise<Newest<Message>> {
  const response = await fetch('/outbox/messages', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(text.failed);
  const { results, total } = (await response.json()) as { results: Message[]; total: number };
  return { rows: [...results].sort((a, b) => b.createdAt.localeCompare(a.createdAt)), total };
}

/** What test mode kept instead of sending, newest first, each with its link or code. */
export function OutboxPage() {
  const messages = useLoad(readOutbox);
  const [to, setTo] = useState(new URLSearchParams(location.search).get('to') ?? '');
  const shown =
    messages.status === 'done' ? messages.value.rows.filter((message) => message.to.includes(to.trim())) : [];
  return (
    <SiteLayout width="wide">
      <SiteCard title={text.title} text={text.text}>
        <div className={styles.bar}>
          <Field label={text.filter}>
            <Input type="search" value={to} onChange={(event) => setTo(event.target.value)} />
          </Field>
          <Button icon="restore" onClick={messages.reload}>
            {text.refresh}
          </Button>
        </div>
        {messages.status === 'loading' ? <SkeletonRows count={4} label={site.loading} /> : null}
        {messages.status === 'failed' ? <FormError>{text.failed}</FormError> : null}
        {messages.status === 'done' && shown.length === 0 ? (
          <EmptyState title={text.empty} text={text.emptyText} />
        ) : null}
        <ul className={styles.list}>
          {shown.map((message) => (
            <MessageItem key={message.id} message={message} />
          ))}
        </ul>
        {messages.status === 'done' ? (
          <NewestNote shown={messages.value.rows.length} total={messages.value.total} />
        ) : null}
      </SiteCard>
    </SiteLayout>
  );
}

function MessageItem({ message }: { message: Message }) {
  const { channel, to, subject, link, verificationCode, createdAt } = message;
  return (
    <li className={styles.message}>
      <div className={styles.head}>
        <h2>{subject || channel}</h2>
        <time dateTime={createdAt}>{new Date(createdAt).toLocaleTimeString('en-GB')}</time>
      </div>
      <p className={styles.to}>
        {to} <Badge>{channel}</Badge>
      </p>
      <pre className={styles.text}>{message.text}</pre>
      <div className={styles.bar}>
        {verificationCode ? <b className="number">{text.code(verificationCode)}</b> : null}
        {link ? (
          <a className={buttonClass('primary')} href={link}>
            {text.openLink}
          </a>
        ) : null}
      </div>
    </li>
  );
}
