import { common } from '../messages/common.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './keys-dialog.module.css';
import { text } from './messages.ts';
import { pages } from './pages.ts';

const { rows } = text.keys;

const withKeys = pages.filter(({ key }) => key !== undefined);

const everywhere: [keys: string[], label: string][] = [
  [['Ctrl', 'K'], rows.palette],
  [['?'], rows.help],
  [['G', withKeys[0]?.key ?? ''], rows.go(withKeys.map(({ title }) => title))],
  [['Alt', 'N'], rows.timerStart],
  [['S'], rows.timerStop],
  [['C'], rows.timerContinue],
];

const week: [keys: string[], label: string][] = [
  [['[', ']'], rows.previous],
  [['T'], rows.today],
  [['D', 'W', 'M'], rows.views],
  [['N'], rows.add],
  [['↑', '↓', '←', '→'], rows.move],
  [['0–9'], rows.type],
  [['F2'], rows.edit],
  [['Esc'], rows.cancel],
  [['Tab'], rows.next],
  [['Ctrl', 'D'], rows.fill],
  [['Delete'], rows.clear],
  [['Alt', 'Enter'], rows.comment],
  [['Ctrl', 'Z'], rows.undo],
  [['Ctrl', 'Y'], rows.redo],
  [['Home', 'End'], rows.edges],
  [['Shift', '↑', '↓', '←', '→'], rows.select],
  [['Ctrl', 'C', 'V'], rows.copy],
  [['Ctrl', 'Enter'], rows.submit],
];

const inbox: [keys: string[], label: string][] = [
  [['J', 'K'], rows.nextWeek],
  [['A'], rows.approve],
  [['X'], rows.disapprove],
  [['E'], rows.decided],
];

/** The list of keys (`?`). */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={text.keys.title} closeLabel={common.close} onClose={onClose} size="medium">
      <div className={styles.columns}>
        <div className={styles.column}>
          <KeyList title={text.keys.everywhere} list={everywhere} />
          <KeyList title={text.keys.approvals} list={inbox} />
        </div>
        <KeyList title={text.keys.week} list={week} />
      </div>
    </Dialog>
  );
}

function KeyList({ title, list }: { title: string; list: typeof week }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles.list}>
        {list.map(([keys, label]) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
