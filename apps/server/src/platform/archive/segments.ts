/** A file that PostgreSQL hands to its archive: a segment, the note of a base copy, or the history of a timeline. */
const ARCHIVED = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;

/** Segments of 16 MiB, of which 256 make up a log of 4 GiB; both numbers stand in the name, behind the timeline. */
const SEGMENTS_PER_LOG = 256n;
const SEGMENT_BITS = 24n;

export function isArchivedName(name: string): boolean {
  return ARCHIVED.test(name);
}

export function isSegment(name: string): boolean {
  return /^[0-9A-F]{24}$/.test(name);
}

/** Where a segment stands in the log, whichever timeline it is of. */
export function placeOf(segment: string): bigint {
  return BigInt(`0x${segment.slice(8, 16)}`) * SEGMENTS_PER_LOG + BigInt(`0x${segment.slice(16, 24)}`);
}

/** Of the segment in which a byte of the log lies, by its address as PostgreSQL writes it: `1/2A000028`. */
export function placeAt(address: string): bigint {
  const [high, low] = address.split('/');
  return BigInt(`0x${high}`) * SEGMENTS_PER_LOG + (BigInt(`0x${low}`) >> SEGMENT_BITS);
}

/** What no base copy needs any more once this segment is the first that any of them needs; histories stay. */
export function needlessBefore(names: readonly string[], firstNeeded: string): string[] {
  const place = placeOf(firstNeeded);
  return names.filter((name) => /^[0-9A-F]{24}/.test(name) && placeOf(name) < place);
}

/**
 * The first segment that is missing although later ones are there, or although a base copy needs it; null where there is none.
 * @param names segments of the log that leads to the wanted timeline
 * @param base the first and the last segment that the base copy needs, with all between them
 * @param leads whether a segment is of that log: after a fork one place has a segment of either timeline
 */
export function firstHole(
  names: readonly string[],
  base: { first: string; last: string },
  leads: (segment: string) => boolean,
): string | null {
  const segments = names.filter(isSegment);
  const places = new Set(segments.map(placeOf));
  const end = [...places, placeOf(base.last)].sort((one, other) => Number(one - other)).at(-1) ?? 0n;
  for (let place = placeOf(base.first); place <= end; place++) {
    if (places.has(place)) continue;
    const timelines = [...new Set([base.first, ...segments].map((name) => name.slice(0, 8)))].sort();
    const couldBe = timelines.map((timeline) => nameAt(timeline, place));
    return couldBe.find(leads) ?? nameAt(base.first.slice(0, 8), place);
  }
  return null;
}

function nameAt(timeline: string, place: bigint): string {
  const hexadecimal = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return timeline + hexadecimal(place / SEGMENTS_PER_LOG) + hexadecimal(place % SEGMENTS_PER_LOG);
}
