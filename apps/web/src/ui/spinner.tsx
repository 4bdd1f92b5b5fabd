import styles from './spinner.module.css';

/** A turning ring. `label` is read aloud; leave it out where a text beside it says the same. */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  return (
    <span className={styles.spinner} role={label ? 'status' : undefined}>
      <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle className={styles.track} cx="10" cy="10" r="8" />
        <circle className={styles.arc} cx="10" cy="10" r="8" />
      </svg>
      {label ? <span className="visually-hidden">{label}</span> : null}
    </span>
  );
}

/** A spinner over the whole screen, for what every page waits for. */
export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div className={styles.screen}>
      <Spinner size={36} label={label} />
    </div>
  );
}
