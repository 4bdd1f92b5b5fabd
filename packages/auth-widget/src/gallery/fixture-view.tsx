import { useStrings } from '../host/use-strings.ts';
import { Frame } from '../parts/frame.tsx';
import { TextProvider } from '../parts/texts.tsx';
import { SCREENS } from '../screens.ts';
import { ScreenView } from '../sign-in-widget.tsx';
import { shownLanguage } from '../strings.ts';
import type { Theme } from '../theme/theme.ts';
import type { ViewHost } from '../views/view.ts';
import type { Fixture } from './fixtures.ts';

const BUSY = /sending|verifying|resending|confirming/i;

interface FixtureViewProps {
  fixture: Fixture;
  theme: Theme;
  locale: string;
  /** Hears what a person would have done; a picture does nothing. */
  send?: ViewHost['send'];
}

/** One screen as the widget shows it, without a machine behind it. */
export function FixtureView({ fixture, theme, locale, send = () => {} }: FixtureViewProps) {
  const strings = useStrings(locale);
  const { state, context } = fixture;
  const screen = SCREENS[state](context, strings, BUSY.test(state));
  const { mode, modeReason } = context.config;
  const host: ViewHost = { send, locale, resendWaitSeconds: 30, allowLongNumbers: false, onLogout: () => {} };
  return (
    <TextProvider value={strings}>
      <Frame
        theme={theme}
        state={state}
        view={screen.view}
        title={screen.props.title}
        error={'error' in screen.props ? screen.props.error : null}
        testModeReason={mode === 'test' ? modeReason : null}
        language={shownLanguage(locale)}
        headingLevel={3}
        baseUrl="/v0/"
      >
        <ScreenView screen={screen} host={host} />
      </Frame>
    </TextProvider>
  );
}
