import { writeValue } from './conflict-choice.tsx';

/** Names instead of ids; what is not among the things (archived, or made a second ago) keeps its id. */
export function nameAmong<Thing>(things: readonly Thing[] | undefined, id: keyof Thing, name: keyof Thing) {
  return (value: string | readonly string[] | null): string => {
    const nameOf = (each: string) => String(things?.find((thing) => thing[id] === each)?.[name] ?? each);
    if (value === null || value === '') return writeValue(value);
    return typeof value === 'string' ? nameOf(value) : writeValue(value.map(nameOf));
  };
}
