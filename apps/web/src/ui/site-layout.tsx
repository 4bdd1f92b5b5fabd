import type { ReactNode } from 'react';
import { toggleColorMode } from '../lib/color-mode.ts';
import { site as text } from '../messages/site.ts';
import { iconButtonClass } from './button-class.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import styles from './site-layout.module.css';
import { MOON, Stroke } from './stroke.tsx';

export type SiteLayoutProps = {
  children: ReactNode;
  /** Where the name in the corner leads. */
  home?: string;
  /** Beside the colour switch, such as signing out. */
  aside?: ReactNode;
  width?: 'card' | 'wide';
};

/** The frame of the main domain's pages: name, colour switch, one centred column. */
export function SiteLayout({ children, home = '/', aside, width = 'card' }: SiteLayoutProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a href={home} className={styles.brand}>
          <Logo />
          {text.product}
        </a>
        <div className={styles.aside}>
          {aside}
          <LanguageSwitch />
          <button
            type="button"
            className={iconButtonClass}
            aria-label={text.colorMode}
            title={text.colorMode}
            onClick={() => toggleColorMode()}
          >
            <Stroke path={MOON} />
          </button>
        </div>
      </header>
      <main className={styles.main} data-width={width}>
        {children}
      </main>
    </div>
  );
}

/** One thing to do, in the middle of the page. */
export function SiteCard({
  title,
  text: lead,
  children,
}: {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.card}>
      <div className={styles.lead}>
        <h1>{title}</h1>
        {lead ? <p>{lead}</p> : null}
      </div>
      {children}
    </div>
  );
}
