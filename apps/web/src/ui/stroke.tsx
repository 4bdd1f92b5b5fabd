/** The one drawing of the sign-in pages, which fetch no table of all of them. */
export const MOON = 'M16 11.700A6.500 6.500 0 0 1 8.300 4a6.300 6.300 0 1 0 7.700 7.700Z';

export type StrokeProps = {
  path: string;
  size?: number | undefined;
  width?: number | undefined;
  /** Points along a line of text, and turns round with it. */
  isAlong?: boolean;
};

/** A path on a grid of 20 by 20, in the text's colour. */
export function Stroke({ path, size = 18, width = 1.6, isAlong }: StrokeProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      data-along={isAlong ? '' : undefined}
    >
      <path d={path} />
    </svg>
  );
}
