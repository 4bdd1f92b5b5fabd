import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addEventFeed,
  type EventFeed,
  eventFeedsQuery,
  fetchEventFeed,
  removeEventFeed,
} from '../../entities/event-feed.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatMoment } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './feeds-panel.module.css';
import { text } from './messages.ts';

/** The calendars of other programs that a person shows beside the own time. */
export function FeedsPanel({ onClose }: { onClose: () => void }) {
  const { call } = useApp().session;
  const feeds = useQuery(eventFeedsQuery(call));
  return (
    <Dialog title={text.feeds.title} closeLabel={text.panel.close} onClose={onClose} size="medium">
      <div className={styles.body}>
        <p>{text.feeds.about}</p>
        {feeds.error ? <FormError>{describeError(feeds.error)}</FormError> : null}
        {feeds.data?.length === 0 ? <p className={styles.none}>{text.feeds.none}</p> : null}
        {feeds.data && feeds.data.length > 0 ? (
          <ul className={styles.list}>
            {feeds.data.map((feed) => (
              <FeedRow key={feed.eventFeedID} feed={feed} />
            ))}
          </ul>
        ) : null}
        <AddFeed />
        <details className={styles.where}>
          <summary>{text.feeds.whereTitle}</summary>
          <ul>
            {Object.values(text.feeds.where).map((where) => (
              <li key={where}>{where}</li>
            ))}
          </ul>
        </details>
      </div>
    </Dialog>
  );
}

function FeedRow({ feed }: { feed: EventFeed }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const act = (work: (feed: EventFeed) => Promise<unknown>) => async () => {
    await work(feed);
    await invalidate(queryClient, 'eventFeeds');
  };
  const read = useSubmit(act((one) => fetchEventFeed(call, one)));
  const remove = useSubmit(act((one) => removeEventFeed(call, one)));
  const error = read.error ?? remove.error;
  return (
    <li className={styles.feed}>
      <div>
        <b>{feed.name}</b>
        {feed.name === feed.host ? null : <span className={styles.host}>{feed.host}</span>}
        <p role="status" data-problem={feed.problem !== null || undefined}>
          {stateOf(feed)}
        </p>
        {error ? <FormError>{describeError(error)}</FormError> : null}
      </div>
      <Button variant="quiet" isBusy={read.isBusy || feed.isFetching} onClick={read.submit}>
        {text.feeds.readAgain}
      </Button>
      <Button variant="quiet" icon="trash" isBusy={remove.isBusy} onClick={remove.submit}>
        {text.feeds.remove}
      </Button>
    </li>
  );
}

function stateOf({ isFetching, problem, fetchedAt, eventsLeftOut }: EventFeed): string {
  if (isFetching) return text.feeds.reading;
  if (problem) return text.feeds.problem[problem];
  const at = fetchedAt && new Date(fetchedAt);
  const read = at ? text.feeds.readAt(formatMoment(at)) : '';
  return eventsLeftOut > 0 ? `${read}. ${text.feeds.leftOut(eventsLeftOut)}` : read;
}

/** What was typed stays until it is kept. */
function AddFeed() {
  const { call } = useApp().session;
  const ids = useKeptIds();
  const queryClient = useQueryClient();
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const add = useSubmit(async () => {
    setIsMissing(url.trim() === '');
    if (url.trim() === '') return;
    const fields = { url, name };
    await ids.keep(JSON.stringify(fields), (id) => addEventFeed(call, id, fields));
    setUrl('');
    setName('');
    await invalidate(queryClient, 'eventFeeds');
  });
  return (
    <Form className={styles.add} error={add.error} onSubmit={add.submit}>
      <Field
        label={text.feeds.url}
        hint={text.feeds.urlHint}
        error={isMissing ? text.feeds.urlMissing : null}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          placeholder="https://…/basic.ics"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <Field label={text.feeds.name}>
        <Input
          value={name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button variant="primary" type="submit" isBusy={add.isBusy}>
        {text.feeds.add}
      </Button>
    </Form>
  );
}
