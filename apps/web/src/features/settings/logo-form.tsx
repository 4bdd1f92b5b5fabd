import { logoSize } from '@stint/domain/workspace/logo.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { removeLogo, setLogo } from '../../entities/logo.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './settings.module.css';

const words = text.logo;
const KINDS = ['image/png', 'image/jpeg', 'image/webp'];
const MOST_BYTES = 8 * 1024 * 1024;

/** The logo beside the name of the workspace, or its first letter in its place. */
export function LogoForm() {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  /** Null: the logo goes. */
  const chosen = useRef<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const done = async () => {
    await invalidate(queryClient, 'workspace');
    toast({ text: text.saved });
  };
  // One for both, so that what went wrong with one of them is gone with the next try of either.
  const { isBusy, error, submit } = useSubmit(async () => {
    const file = chosen.current;
    setProblem(null);
    if (!file) {
      await removeLogo(session.call);
      await done();
      return;
    }
    const refusal = problemOf(file);
    const png = refusal ? null : await pngOf(file).catch(() => null);
    if (!png) return setProblem(refusal ?? words.unreadable);
    await setLogo(session.call, png);
    await done();
  });
  const remove = () => {
    chosen.current = null;
    submit();
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file && !isBusy) {
      chosen.current = file;
      submit();
    }
    // The same file may be chosen again after a refusal.
    target.value = '';
  };
  return (
    <Form className={styles.form} error={error} onSubmit={() => {}}>
      {start.logo ? <img className={styles.logo} src={start.logo} alt={words.alt(start.name)} /> : null}
      <div className={styles.line}>
        <Button isBusy={isBusy} onClick={() => input.current?.click()}>
          {words.choose}
        </Button>
        {start.logo ? (
          <Button isBusy={isBusy} onClick={remove}>
            {words.remove}
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={words.choose}
          accept={KINDS.join(',')}
          onChange={choose}
        />
      </div>
      <p className={styles.quiet}>{words.hint}</p>
      {problem ? <p role="alert">{problem}</p> : null}
    </Form>
  );
}

function problemOf({ type, size }: File): string | null {
  if (!KINDS.includes(type)) return words.wrongKind;
  return size > MOST_BYTES ? words.tooLarge : null;
}

/** A picture as a PNG in base64, no larger than it is ever shown; a canvas leaves out whatever else the file holds. @throws where it is no picture */
async function pngOf(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const { width, height } = logoSize(picture);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
