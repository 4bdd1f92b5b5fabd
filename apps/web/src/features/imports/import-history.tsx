import { isUndoOpen } from '@stint/domain/time/import/undo-window.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Import, importsQuery, undoImport } from '../../entities/import.ts';
import { useApp } from '../../lib/app-context.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { NewestNote } from '../../ui/newest-note.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './imports.module.css';
import { text } from './messages.ts';

/** What was imported, and the way to take it back. */
export function ImportHistory() {
  const { session } = useApp();
  const imports = useQuery(importsQuery(session.call));
  const fullDate = useFullDate();
  const [undone, setUndone] = useState<Import | null>(null);
  return (
    <>
      <QueryCard
        title={text.history}
        query={imports}
        isEmpty={({ rows }) => rows.length === 0}
        empty={text.noHistory}
      >
        {({ rows, total }) => (
          <>
            <ul className={styles.history}>
              {rows.map((each) => (
                <li key={each.importID}>
                  <span>
                    <b>{each.fileName}</b> {fullDate(each.createdAt)}
                  </span>
                  <span>
                    {text.states[each.status]}
                    {each.status === 'done' ? `: ${text.added(each.counts['created'] ?? 0)}` : ''}
                    {each.error ? ` ${each.error}` : ''}
                  </span>
                  {each.isUnderWay ? <progress aria-label={each.fileName} /> : null}
                  {canUndo(each) ? (
                    <Button
                      icon="restore"
                      aria-label={text.undoOf(each.fileName)}
                      onClick={() => setUndone(each)}
                    >
                      {text.undo}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
            <NewestNote shown={rows.length} total={total} />
          </>
        )}
      </QueryCard>
      {undone ? <UndoDialog given={undone} onClose={() => setUndone(null)} /> : null}
    </>
  );
}

function canUndo({ status, isUnderWay, finishedAt }: Import): boolean {
  if (status !== 'done' || isUnderWay || finishedAt === null) return false;
  return isUndoOpen(new Date(finishedAt), new Date());
}

function UndoDialog({ given, onClose }: { given: Import; onClose: () => void }) {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const undo = async () => {
    await undoImport(session.call, given.importID);
    await queryClient.invalidateQueries({ queryKey: ['imports'] });
    toast({ text: text.undoBegun });
  };
  return (
    <ConfirmDialog
      title={text.undoTitle(given.fileName)}
      text={text.undoText}
      verb={text.undo}
      work={undo}
      onClose={onClose}
    />
  );
}
