import { beginWorkspaceExport } from '../../entities/long-work.ts';
import { useLongWork } from '../../entities/use-long-work.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { files } from '../../messages/files.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/field.tsx';
import { NewestNote } from '../../ui/newest-note.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { WorkList } from '../../ui/work-list.tsx';
import { text } from './messages.ts';
import styles from './settings.module.css';

/** Files that were made for the person, and the whole workspace as one for who may have it. */
export function YourFiles() {
  const { session } = useApp();
  const work = useLongWork();
  const canExport = useCan('data.exportAll');
  const { isBusy, error, submit } = useSubmit(async () => {
    await work.await({ longWorkID: (await beginWorkspaceExport(session.call)).transferID });
  });
  const problem = error ?? work.error;
  return (
    <Card title={files.title} text={files.text}>
      {problem ? <FormError>{describeError(problem)}</FormError> : null}
      {problem && !work.works ? (
        <div>
          <Button onClick={work.read}>{text.tryAgain}</Button>
        </div>
      ) : null}
      {work.works ? (
        <>
          <WorkList works={work.works} savingID={work.savingID} onSave={work.save} onCancel={work.cancel} />
          <NewestNote shown={work.works.length} total={work.total} />
        </>
      ) : null}
      {work.works || problem ? null : <SkeletonRows count={2} label={files.loading} />}
      {canExport ? (
        <>
          <p className={styles.quiet}>{text.exportAllText}</p>
          <div>
            <Button isBusy={isBusy} onClick={submit}>
              {text.exportAll}
            </Button>
          </div>
        </>
      ) : null}
    </Card>
  );
}
