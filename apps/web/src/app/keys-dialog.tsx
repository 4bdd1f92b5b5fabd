import { useState } from 'react';
import { useApp } from '../lib/app-context.ts';
import { keepOwnKeys, meantKey, type OwnKeys, readOwnKeys } from '../lib/own-keys.ts';
import { common } from '../messages/common.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { text } from './dialogs/messages.ts';
import styles from './keys-dialog.module.css';
import { ownerOf } from './last-page-owner.ts';
import { OwnKey } from './own-key.tsx';
import { pages } from './pages.ts';

const { rows } = text.keys;

type KeyRow = [keys: string[], label: string];

const withKeys = pages.filter(({ key }) => key !== undefined);

const everywhere: KeyRow[] = [
  [['Ctrl', 'K'], rows.palette],
  [['?'], rows.help],
  [['G', withKeys[0]?.key ?? ''], rows.go(withKeys.map(({ title }) => title))],
  [['Alt', 'N'], rows.timerStart],
  [['S'], rows.timerStop],
  [['C'], rows.timerContinue],
];

const week: KeyRow[] = [
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

const inbox: KeyRow[] = [
  [['J', 'K'], rows.nextWeek],
  [['A'], rows.approve],
  [['X'], rows.disapprove],
  [['E'], rows.decided],
];

/** What each single key is for where nothing was changed; a key that two places use is changed for both. */
const singleKeys = new Map(
  [...everywhere, ...week, ...inbox]
    .filter(([keys]) => keys.every(isSingle))
    .flatMap(([keys, label]) => keys.map((key): [string, string] => [key.toLowerCase(), label])),
);

function isSingle(key: string): boolean {
  return /^[A-Z[\]?/]$/.test(key);
}

/** The list of keys (`?`); those that act by themselves can be replaced or turned off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { userId } = ownerOf(useApp().start);
  const [own, setOwn] = useState(() => readOwnKeys(userId));
  const [told, setTold] = useState('');
  const change = (next: OwnKeys) => {
    keepOwnKeys(userId, next);
    setOwn(next);
  };
  const choose = (named: string, key: string | null) => {
    const { [named.toLowerCase()]: _former, ...others } = own.chosen;
    change({ ...own, chosen: key === null ? others : { ...others, [named.toLowerCase()]: key } });
  };
  const usedFor = (key: string) => {
    const meant = meantKey(key, { ...own, isOff: false });
    return meant === null ? null : (singleKeys.get(meant) ?? null);
  };
  const isChanged = own.isOff || Object.keys(own.chosen).length > 0;
  const list = (title: string, rows: KeyRow[]) => (
    <section>
      <h3>{title}</h3>
      <dl className={styles.list}>
        {rows.map(([keys, label]) => (
          <div key={label}>
            <dt>
              {keys.map((key) =>
                isSingle(key) && keys.every(isSingle) ? (
                  <OwnKey
                    key={key}
                    named={key}
                    label={label}
                    keys={own}
                    usedFor={usedFor}
                    onChoose={(chosen) => choose(key, chosen)}
                    onTell={setTold}
                  />
                ) : (
                  <kbd key={key}>{key}</kbd>
                ),
              )}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
  return (
    <Dialog title={text.keys.title} closeLabel={common.close} onClose={onClose} size="medium">
      <div className={styles.settings}>
        <Checkbox
          label={text.keys.own.single}
          hint={text.keys.own.singleHint}
          checked={!own.isOff}
          onChange={(event) => change({ ...own, isOff: !event.target.checked })}
        />
        {isChanged ? (
          <Button onClick={() => change({ isOff: false, chosen: {} })}>{text.keys.own.reset}</Button>
        ) : null}
        <p role="status" className={styles.told}>
          {told}
        </p>
      </div>
      <div className={styles.columns} data-off={own.isOff || undefined}>
        <div className={styles.column}>
          {list(text.keys.everywhere, everywhere)}
          {list(text.keys.approvals, inbox)}
        </div>
        {list(text.keys.week, week)}
      </div>
    </Dialog>
  );
}
