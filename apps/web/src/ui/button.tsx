import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';
import { type ButtonVariant, buttonClass, iconButtonClass } from './button-class.ts';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  variant?: ButtonVariant;
  icon?: IconName;
  /** Work is under way: shows a spinner and takes no second press; keeps its place and focus. */
  isBusy?: boolean;
  isWide?: boolean;
  /** Has the focus first in its dialog. */
  'data-first'?: '';
  ref?: Ref<HTMLButtonElement>;
};

export function Button({
  variant = 'secondary',
  icon,
  isBusy = false,
  isWide,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(variant), isWide && styles.wide)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
    >
      {isBusy ? <Spinner size={16} /> : icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  );
}

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  icon: IconName;
  /** What it does, read aloud and shown as its tooltip. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string;
  ref?: Ref<HTMLButtonElement>;
};

export function IconButton({ icon, label, shortcut, ...rest }: IconButtonProps) {
  const title = shortcut ? `${label} (${shortcut})` : label;
  return (
    <button type="button" {...rest} className={iconButtonClass} aria-label={label} title={title}>
      <Icon name={icon} />
    </button>
  );
}
