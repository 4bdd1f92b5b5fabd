import { type ThingPath, thingPages, type WorkspacePath, workspacePages } from '@stint/domain/pages.ts';
import { useRouterState } from '@tanstack/react-router';
import { useApp } from '../../lib/app-context.ts';
import { mainOriginOf } from '../../lib/session.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Overlay } from '../overlay.ts';
import styles from './help-dialog.module.css';
import { text } from './messages.ts';

/** What the page that is open is for, what is new, and where the keys are. */
export function HelpDialog({ onOpen }: { onOpen: (overlay: Overlay) => void }) {
  const { session } = useApp();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = pageOf(path);
  const main = mainOriginOf(session.settings);
  return (
    <Dialog title={text.title} closeLabel={common.close} onClose={() => onOpen(null)}>
      <div className={styles.help}>
        {page ? (
          <section>
            <h3>{text.here}</h3>
            <p>{text.pages[page]}</p>
          </section>
        ) : null}
        <ul className={styles.ways}>
          <li>
            <Button icon="keyboard" onClick={() => onOpen('keys')}>
              {text.keys}
            </Button>
          </li>
          <li>
            <a href={`${main}/whats-new`} target="_blank" rel="noreferrer">
              {text.news}
            </a>
          </li>
          <li>
            <a href={`${main}/contact-us`} target="_blank" rel="noreferrer">
              {text.contact}
            </a>
          </li>
        </ul>
      </div>
    </Dialog>
  );
}

/** The page of an address, be it of one thing; null where there is none. */
function pageOf(path: string): WorkspacePath | ThingPath | null {
  const own = workspacePages.find((page) => page === path);
  return own ?? thingPages.find((page) => path.startsWith(page.replace('$id', ''))) ?? null;
}
