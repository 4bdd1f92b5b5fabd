import { Gauge, type Metric } from 'prom-client';
import type { ArchiveStatus } from './keeper.ts';

/** How far the archive of the embedded database is behind; nothing where there is none. */
export function archiveGauges(status: () => ArchiveStatus | null): Metric[] {
  const gauge = (name: string, help: string, read: (status: ArchiveStatus) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        const found = status();
        const value = found && read(found);
        // Without a value of its own a gauge would tell 0, which is the best one here.
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  return [
    gauge(
      'stint_archive_age_seconds',
      'Time since the last segment of the log was kept: what was saved before it is in the archive',
      ({ ageSeconds }) => ageSeconds,
    ),
    gauge(
      'stint_archive_base_age_seconds',
      'Age of the newest copy of the files in the archive',
      ({ baseAgeSeconds }) => baseAgeSeconds,
    ),
    gauge(
      'stint_archive_segments',
      'Segments that were kept since the database was last recovered',
      ({ segments }) => segments,
    ),
    gauge(
      'stint_archive_failures',
      'Tries to keep a segment that failed since the database was last recovered',
      ({ failures }) => failures,
    ),
  ];
}
