import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  beginImport,
  type ImportChoices,
  type ImportPreview,
  previewImport,
  sendFile,
} from '../../entities/import.ts';
import { useApp } from '../../lib/app-context.ts';

/** A file on its way in: sent, read, looked at with other choices, taken over. */
export type FileState =
  | { step: 'none' }
  | { step: 'sending'; name: string; bytes: number; size: number }
  | { step: 'reading' }
  | { step: 'shown'; preview: ImportPreview; choices: ImportChoices; isBusy: boolean };

export function useImport({ onBegun }: { onBegun: () => void }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const [state, setState] = useState<FileState>({ step: 'none' });
  const [error, setError] = useState<unknown>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  /** One thing at a time: what went before is dropped. */
  const run = async (next: (signal: AbortSignal) => Promise<void>, back: FileState) => {
    work.current?.abort();
    const controller = new AbortController();
    work.current = controller;
    setError(null);
    try {
      await next(controller.signal);
    } catch (thrown) {
      if (controller.signal.aborted) return;
      setError(thrown);
      setState(back);
    }
  };

  const look = (before: ImportPreview, known: ImportChoices, choices: ImportChoices) => {
    const shown = { step: 'shown', preview: before, choices, isBusy: true } as const;
    setState(shown);
    void run(
      async (signal) => {
        const preview = await previewImport(call, before.importID, choices, signal);
        setState({ step: 'shown', preview, choices, isBusy: false });
      },
      // What was chosen is not kept where the file cannot be read so.
      { ...shown, choices: known, isBusy: false },
    );
  };

  return {
    state,
    error,
    choose(file: File) {
      setState({ step: 'sending', name: file.name, bytes: 0, size: file.size });
      void run(
        async (signal) => {
          const importID = await sendFile(call, file, {
            signal,
            tell: (bytes) => setState({ step: 'sending', name: file.name, bytes, size: file.size }),
          });
          setState({ step: 'reading' });
          const preview = await previewImport(call, importID, {}, signal);
          setState({ step: 'shown', preview, choices: {}, isBusy: false });
        },
        { step: 'none' },
      );
    },
    change(choices: ImportChoices) {
      if (state.step === 'shown') look(state.preview, state.choices, choices);
    },
    cancel() {
      work.current?.abort();
      setError(null);
      setState({ step: 'none' });
    },
    begin() {
      if (state.step !== 'shown' || state.isBusy) return;
      const { preview, choices } = state;
      setState({ ...state, isBusy: true });
      void run(
        async () => {
          await beginImport(call, preview.importID, choices);
          setState({ step: 'none' });
          await queryClient.invalidateQueries({ queryKey: ['imports'] });
          onBegun();
        },
        { ...state, isBusy: false },
      );
    },
  };
}
