import type { ReactNode } from 'react';
import { describeError } from '../lib/describe-error.ts';
import { common } from '../messages/common.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { FormError } from './field.tsx';
import styles from './query-card.module.css';
import { SkeletonRows } from './skeleton.tsx';

export type QueryCardProps<Data> = {
  title: string;
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Where the whole of it is. */
  more?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** Said where there is nothing. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A card that is on its way, refused, empty or filled, whatever the others on the page are. */
export function QueryCard<Data>({ title, query, more, isEmpty, empty, children }: QueryCardProps<Data>) {
  const { data, error } = query;
  return (
    <Card title={title} action={more}>
      {data === undefined && !error ? <SkeletonRows count={3} label={common.loading} /> : null}
      {data === undefined && error ? (
        <div className={styles.refused}>
          <FormError>{describeError(error)}</FormError>
          <Button onClick={() => void query.refetch()}>{common.tryAgain}</Button>
        </div>
      ) : null}
      {data !== undefined && isEmpty?.(data) ? <p className={styles.empty}>{empty}</p> : null}
      {data !== undefined && !isEmpty?.(data) ? children(data) : null}
    </Card>
  );
}
