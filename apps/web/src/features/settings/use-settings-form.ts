import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type SettingsChange,
  saveWorkspaceSettings,
  type WorkspaceSettings,
} from '../../entities/workspace.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { theirsOf } from '../../lib/theirs-of.ts';
import { useSubmit } from '../../lib/use-async.ts';
import type { ConflictChoiceProps } from '../../ui/conflict-choice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type FieldWords, useSharedValues } from '../../ui/use-shared-values.ts';
import { text } from './messages.ts';

export type SettingsForm<Values> = {
  valuesOf: (settings: WorkspaceSettings) => Values;
  words: FieldWords<Values>;
  /** What the form sends; null where something in it cannot be read, which then says so where it stands. */
  changes: (values: Values) => Omit<SettingsChange, 'version'> | null;
  /** What is saved before the settings, by a call of its own. */
  first?: () => Promise<unknown>;
  /** Which answers are read anew beside the workspace's. */
  concerns: readonly string[];
};

/** Saves settings over those that the form was filled from; where somebody was faster, theirs or mine is chosen. */
export function useSettingsForm<Values extends object>(form: SettingsForm<Values>) {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { valuesOf, words } = form;
  const { values, set, stored, choice, meet, settle } = useSharedValues<Values, WorkspaceSettings>({
    stored: start.settings,
    valuesOf,
    words,
  });
  const [hasTried, setHasTried] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    const body = form.changes(values);
    if (body === null) return;
    await form.first?.();
    try {
      settle(await saveWorkspaceSettings(session.call, { ...body, version: stored.version }), values);
    } catch (thrown) {
      const theirs = theirsOf<WorkspaceSettings>(thrown);
      if (theirs) meet(theirs);
      throw thrown;
    }
    await invalidate(queryClient, 'workspace', ...form.concerns);
    toast({ text: text.saved });
  });
  const shown: ConflictChoiceProps | null = choice && { ...choice, onMine: submit };
  // Over once theirs was taken.
  const isOver = theirsOf(error) !== null && choice === null;
  return { values, set, stored, isBusy, submit, hasTried, choice: shown, error: isOver ? null : error };
}
