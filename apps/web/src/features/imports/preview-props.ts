import type { ImportChoices, ImportPreview } from '../../entities/import.ts';

/** A file as it was understood, and what was chosen about it. */
export type PreviewProps = {
  preview: ImportPreview;
  choices: ImportChoices;
  isBusy: boolean;
  /** Hears all choices as they are to be. */
  onChange: (choices: ImportChoices) => void;
};
