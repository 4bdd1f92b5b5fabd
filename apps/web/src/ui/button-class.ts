import styles from './button.module.css';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Of a button that is one drawing. */
export const iconButtonClass = styles.icon;

/** Class names of a link that looks like a button. */
export function buttonClass(variant: ButtonVariant): string {
  return classNames(styles.button, styles[variant]);
}
