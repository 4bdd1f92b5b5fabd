import { Button } from '../../../ui/button.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { text } from './messages.ts';

/** A secret that is shown now and never again. */
export function ShownOnce({ value }: { value: string }) {
  const toast = useToast();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toast({ text: text.copied });
  };
  return (
    <div className={styles.secret} role="status">
      <p>{text.shownOnce}</p>
      <code>{value}</code>
      <div>
        <Button icon="copy" onClick={() => void copy()}>
          {text.copy}
        </Button>
      </div>
    </div>
  );
}
