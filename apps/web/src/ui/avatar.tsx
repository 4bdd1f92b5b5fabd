import { useState } from 'react';
import styles from './avatar.module.css';

const COLORS = 8;

export type AvatarProps = { id: string; name: string; size?: number; picture?: string | null };

/** The person's picture, else initials on their own colour, the same on every screen. Decoration beside the name. */
export function Avatar({ id, name, size = 28, picture = null }: AvatarProps) {
  // A picture that was removed meanwhile, or cannot be reached, gives way to the initials.
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span
      className={styles.avatar}
      data-color={colorOf(id || name)}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
    >
      {picture && picture !== failed ? (
        <img src={picture} alt="" width={size} height={size} onError={() => setFailed(picture)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

/** One of eight, by the letters of the id: nobody has to choose, and it stays. */
function colorOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % COLORS;
}

/** `AL` for Ada Lovelace, `A` for Ada, `?` for nobody. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?';
}
