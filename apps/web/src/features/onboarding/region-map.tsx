import { text } from './messages.ts';
import styles from './onboarding.module.css';

/** The continents with few strokes, on a grid of 320 by 150. */
const LAND = [
  'M22 34 48 22l38-4 22 10-8 12 10 6-16 8-8 16-14 4 2 12-12-2-10-16-14-10-8-14Z',
  'M104 12l24-6 16 8-12 14-18 2Z',
  'M86 88l16-4 20 12 4 12-14 22-10 14-6-4 2-22-14-16Z',
  'M150 34l10-12 18-6 12 8-4 12 6 8-14 8-8-4-6 6-14-2 4-10-8-2Z',
  'M148 62l20-6 22 4 12 12-4 16-12 12-4 18-10 6-8-20-2-14-14-8Z',
  'M192 22l36-10 52 4 24 12-8 14-18 4-6 16-18 6-6 14-12-14-12 4-6 12-14-18-16-6-8-16Z',
  'M258 104l22-8 20 12-6 18-20 2-18-8Z',
];

/** Where each region lies on it. */
const PLACES: Record<string, { x: number; y: number }> = { us: { x: 66, y: 46 }, eu: { x: 168, y: 34 } };

/** Where the data will be, to be seen and not only read. The radio buttons below say the same in words. */
export function RegionMap({ chosen, codes }: { chosen: string; codes: readonly string[] }) {
  return (
    <svg className={styles.map} viewBox="0 0 320 150" role="img" aria-label={text.region.map}>
      {LAND.map((path) => (
        <path key={path} d={path} className={styles.land} />
      ))}
      {codes.map((code) => {
        const place = PLACES[code];
        return place ? (
          <g key={code} data-chosen={code === chosen || undefined} className={styles.place}>
            <circle cx={place.x} cy={place.y} r="11" className={styles.halo} />
            <circle cx={place.x} cy={place.y} r="5" />
          </g>
        ) : null;
      })}
    </svg>
  );
}
