import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { useTexts } from './texts.tsx';

/** Keeps a screen that fails to load or to render from taking the page around it along. */
export class ViewBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const { texts, buttons } = useTexts();
  return (
    <div className="latchkey-stack">
      <p className="latchkey-text" role="alert">
        {texts.unhandled}
      </p>
      <Button kind="main" part="reload" onClick={() => window.location.reload()}>
        {buttons.retry}
      </Button>
    </div>
  );
}
