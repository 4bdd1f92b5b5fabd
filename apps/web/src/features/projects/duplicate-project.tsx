import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { duplicateProject, type Project } from '../../entities/project.ts';
import { useApp } from '../../lib/app-context.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
import { lists } from '../../messages/lists.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
import { text } from './messages.ts';

/** A new project with the settings, people and activities of another, and none of its time. */
export function DuplicateProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { call } = useApp().session;
  const ids = useKeptIds();
  const { values, set, nameError, dialog } = useRecordForm<{ projectName: string }>({
    name: 'projects',
    thing: null,
    valuesOf: () => ({ projectName: text.copyOf(project.projectName).slice(0, 200) }),
    words: { projectName: { label: lists.name } },
    nameOf: ({ projectName }) => projectName,
    save: ({ projectName }) =>
      ids.keep(projectName, (key) => duplicateProject(call, project, projectName, key)),
    onClose,
  });
  return (
    <FormDialog title={text.duplicateTitle(project.projectName)} {...dialog}>
      <p>{text.duplicateText}</p>
      <Field label={lists.name} error={nameError}>
        <Input
          autoFocus
          maxLength={MAX_NAME_LENGTH}
          value={values.projectName}
          onChange={(event) => set({ projectName: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
