import styles from './skeleton.module.css';

/** Grey rows in the place of a list that is on its way, so that nothing jumps. */
export function SkeletonRows({ count = 6, label }: { count?: number; label: string }) {
  return (
    <div role="status" className={styles.rows}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: count }, (_, index) => `row ${index}`).map((key) => (
        <span key={key} className={styles.row} />
      ))}
    </div>
  );
}
