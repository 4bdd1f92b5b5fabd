import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  invitationsQuery,
  readInvitationLink,
  resendInvitation,
  revokeInvitation,
} from '../../entities/invitation.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError, Input } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './invitations.module.css';
import { text } from './messages.ts';

/** Open invitations: their links to copy, to be sent again or taken back. */
export function Invitations() {
  const { call } = useApp().session;
  const invitations = useQuery(invitationsQuery(call));
  const queryClient = useQueryClient();
  const toast = useToast();
  const [shown, setShown] = useState<{ id: string; link: string } | null>(null);
  const pending = (invitations.data ?? []).filter(({ status }) => status === 'pending');
  const run = async (work: () => Promise<string>) => {
    try {
      const done = await work();
      await invalidate(queryClient, 'invitations');
      toast({ text: done });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
  };
  /** What was shown is void as soon as there is a new one, or none. */
  const hide = (id: string) => setShown((current) => (current?.id === id ? null : current));
  const resend = async (id: string, email: string) => {
    await resendInvitation(call, id);
    hide(id);
    return text.resent(email);
  };
  const copy = async (id: string, email: string) => {
    const { link } = await readInvitationLink(call, id).catch((error: unknown) => {
      const isOver = error instanceof ApiError && error.code === 'state_conflict';
      throw isOver ? new Error(text.linkIsOver(email), { cause: error }) : error;
    });
    try {
      await navigator.clipboard.writeText(link);
      return text.copied(email);
    } catch {
      // A browser may refuse to write there: then the link is shown, to be taken by hand.
      setShown({ id, link });
      return text.copyByHand;
    }
  };
  const revoke = async (id: string, email: string) => {
    await revokeInvitation(call, id);
    hide(id);
    return text.revoked(email);
  };
  if (invitations.error && !invitations.data) {
    return (
      <Card title={text.pending}>
        <FormError>{describeError(invitations.error)}</FormError>
        <Button onClick={() => void invitations.refetch()}>{common.tryAgain}</Button>
      </Card>
    );
  }
  if (pending.length === 0) return null;
  return (
    <Card title={text.pending}>
      <ul className={styles.list}>
        {pending.map(({ invitationID, email, role }) => (
          <li key={invitationID} className={styles.row}>
            <span className={styles.email}>{email}</span>
            <span className={styles.role}>{lists.roles[role]}</span>
            <Button variant="quiet" icon="copy" onClick={() => void run(() => copy(invitationID, email))}>
              {text.copyLink}
            </Button>
            <Button variant="quiet" onClick={() => void run(() => resend(invitationID, email))}>
              {text.resend}
            </Button>
            <Button variant="quiet" onClick={() => void run(() => revoke(invitationID, email))}>
              {text.revoke}
            </Button>
            {shown?.id === invitationID ? (
              <Input
                aria-label={text.linkOf(email)}
                readOnly
                value={shown.link}
                onFocus={(event) => event.currentTarget.select()}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
