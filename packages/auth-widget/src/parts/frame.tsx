import { type ReactNode, useEffect, useRef } from 'react';
import type { ViewError } from '../machine/types.ts';
import { type Theme, themeClasses } from '../theme/theme.ts';
import { useContainerClass, useThemeProperties } from '../theme/use-theme.ts';
import { loadLaterViews } from '../views/index.tsx';
import { ErrorBox } from './error-box.tsx';
import { usePartId } from './ids.ts';
import { useTexts } from './texts.tsx';

interface FrameProps {
  theme: Theme;
  /** Path of the machine's state, for styles and tests. */
  state: string;
  view: string;
  title: string;
  error: ViewError | null;
  /** Reason of the test mode, or null in live mode. */
  testModeReason: string | null;
  language: string;
  headingLevel: 1 | 2 | 3;
  /** The provider's API; the page about the provider is beside it. */
  baseUrl: string;
  children: ReactNode;
}

/** What is around every screen: theme, banner, title, error box, footer. */
export function Frame(props: FrameProps) {
  const { theme, state, view, title, error, testModeReason, language, children } = props;
  const { texts } = useTexts();
  const root = useRef<HTMLDivElement>(null);
  const headingId = usePartId();
  const container = useContainerClass(root);
  const Heading = `h${props.headingLevel}` as const;
  useThemeProperties(root, theme);
  const first = useRef(error);
  useEffect(() => {
    if (!error) return;
    const over = new AbortController();
    const end = () => over.abort();
    root.current?.addEventListener('input', end);
    // Where the part cannot be had, what was refused is said above the form all the same.
    loadLaterViews().then(
      (later) => later.tieRefusal(root, error, first, over),
      () => {},
    );
    return end;
  }, [error]);

  return (
    <div
      role="group"
      ref={root}
      className={`${themeClasses(theme)} ${container}`}
      data-part="root"
      data-state={state}
      data-view={view}
      lang={language}
      aria-labelledby={headingId}
    >
      {testModeReason ? (
        <p className="latchkey-test-mode" data-part="test-mode">
          {texts.testMode(testModeReason)}
        </p>
      ) : null}
      <div className="latchkey-card" data-part="card">
        <Heading className="latchkey-title" id={headingId} tabIndex={-1} data-part="title">
          {/* A new element for a new title: a browser that translates has put its own in the place of the text. */}
          <span key={title}>{title}</span>
        </Heading>
        <ErrorBox error={error} />
        {children}
      </div>
      {theme.extras?.hideSecuredMessage ? null : (
        <p className="latchkey-secured" data-part="secured">
          {/* In a page of its own, as what was typed here would be lost. */}
          <a href={`${props.baseUrl}../about`} target="_blank" rel="noreferrer">
            {texts.securedBy} <strong translate="no">Latchkey</strong>
          </a>
        </p>
      )}
    </div>
  );
}
