import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_PAGE, auditQuery } from '../../entities/audit.ts';
import { useApp } from '../../lib/app-context.ts';
import { AuditList } from '../../ui/audit-list.tsx';
import { Button } from '../../ui/button.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';

/** Who changed a thing, and what. */
export function HistoryPanel({ entity, entityID }: { entity: string; entityID: string }) {
  const [page, setPage] = useState(1);
  const events = useQuery(auditQuery(useApp().session.call, { entity, entityID }, page));
  return (
    <QueryCard
      title={text.tabs.history}
      query={events}
      isEmpty={(list) => list.length === 0 && page === 1}
      empty={text.history.none}
    >
      {(list) => (
        <>
          <AuditList events={list} />
          {page > 1 || list.length === AUDIT_PAGE ? (
            <div className={styles.buttons}>
              <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                {text.history.newer}
              </Button>
              <Button disabled={list.length < AUDIT_PAGE} onClick={() => setPage(page + 1)}>
                {text.history.older}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </QueryCard>
  );
}
