import { guessMode, type Mode, type ModeReason, modeReason } from '@stint/domain/auth/mode.ts';

/** The client's own guess before the server was asked; live where there is no page. */
export function guessPageMode(location: URL | null): Mode {
  return location ? guessMode(location).mode : 'live';
}

/** The reason shown next to a mode. */
export function pageModeReason(mode: Mode, location: URL | null): ModeReason {
  return modeReason(mode, location?.protocol ?? 'https:');
}
