import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type SettingsChange,
  saveWorkspaceSettings,
  type WorkspaceSettings,
} from '../../entities/workspace.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { type ConflictChoiceProps, theirsOf } from '../../ui/conflict-choice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';

export type SettingsForm = {
  /** What the form sends; null where something in it cannot be read, which then says so where it stands. */
  changes: () => Omit<SettingsChange, 'version'> | null;
  /** Puts what is stored now into the fields. */
  show: (stored: WorkspaceSettings) => void;
  /** What is saved before the settings, by a call of its own. */
  first?: () => Promise<unknown>;
  /** Which answers are read anew beside the workspace's. */
  concerns: readonly string[];
};

/** Saves settings over the version that the form was filled from; where somebody was faster, theirs or mine is chosen. */
export function useSettingsForm({ changes, show, first, concerns }: SettingsForm) {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const version = useRef(start.settings.version);
  const [hasTried, setHasTried] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    const body = changes();
    if (body === null) return;
    await first?.();
    const saved = await saveWorkspaceSettings(session.call, { ...body, version: version.current });
    version.current = saved.version;
    await invalidate(queryClient, 'workspace', ...concerns);
    toast({ text: text.saved });
  });
  const conflict = theirsOf<WorkspaceSettings>(error);
  // Over once theirs was taken, which is then what the next change is based on.
  const theirs = conflict && conflict.version > version.current ? conflict : null;
  const resolve = (now: WorkspaceSettings, isMine: boolean) => {
    version.current = now.version;
    if (isMine) submit();
    else show(now);
  };
  const choice: ConflictChoiceProps | null = theirs && {
    onMine: () => resolve(theirs, true),
    onTheirs: () => resolve(theirs, false),
  };
  return { isBusy, submit, hasTried, choice, error: conflict && !theirs ? null : error };
}
