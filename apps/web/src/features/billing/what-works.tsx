import { Card } from '../../ui/card.tsx';
import styles from './billing-page.module.css';
import { text } from './messages.ts';

/** Nobody is locked out of their own time: what stays open while nothing is paid, and what waits. */
export function WhatWorks() {
  return (
    <div className={styles.pair}>
      <Card title={text.stillOpen}>
        <List of={text.opens} />
      </Card>
      <Card title={text.paused}>
        <List of={text.pauses} />
      </Card>
    </div>
  );
}

function List({ of }: { of: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
