import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { activitiesQuery } from '../../entities/activity.ts';
import { clientsQuery } from '../../entities/client.ts';
import { projectsQuery } from '../../entities/project.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './add-row-dialog.module.css';
import { createRowParts, type Part } from './create-row-parts.ts';
import { text } from './dialogs/messages.ts';
import { text as week } from './messages.ts';
import { RowPicker } from './row-picker.tsx';
import type { RowHead } from './sheet.ts';

export type AddRowDialogProps = {
  /** The project that is to be made; null where one is looked for first. */
  name: string | null;
  onAdd: (row: RowHead) => void;
  onClose: () => void;
};

/** The search for a row where no sheet is at hand, and the form for what is not there yet. */
export function AddRowDialog({ name, onAdd, onClose }: AddRowDialogProps) {
  const [newName, setNewName] = useState(name);
  return (
    <Dialog title={week.picker.title} closeLabel={common.close} onClose={onClose}>
      {newName === null ? (
        <div className={styles.search}>
          <RowPicker onPick={onAdd} onCreate={setNewName} />
          <Button variant="quiet" onClick={() => setNewName('')}>
            {text.picker.own}
          </Button>
        </div>
      ) : (
        <RowForm name={newName} onAdd={onAdd} onClose={onClose} />
      )}
    </Dialog>
  );
}

type RowFormProps = Omit<AddRowDialogProps, 'name'> & { name: string };

/** Project, client and activity one by one, each chosen or new. */
function RowForm({ name, onAdd, onClose }: RowFormProps) {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const ids = useKeptIds();
  const projects = useQuery(projectsQuery(session.call));
  const clients = useQuery(clientsQuery(session.call));
  const activities = useQuery(activitiesQuery(session.call));
  const [project, setProject] = useState<Part>(name ? { name } : null);
  const [client, setClient] = useState<Part>(null);
  const [activity, setActivity] = useState<Part>(null);
  const [isMissing, setIsMissing] = useState(false);
  const canProject = useCan('project.write');
  const canOthers = useCan('activity.write');
  const chosen = projects.data?.find(
    ({ projectID }) => project && 'id' in project && projectID === project.id,
  );
  const add = useSubmit(async () => {
    setIsMissing(project === null);
    if (project === null) return;
    const known = {
      ids,
      projects: projects.data ?? [],
      clients: clients.data ?? [],
      activities: activities.data ?? [],
    };
    try {
      onAdd(await createRowParts(session.call, { project, client, activity }, known));
    } finally {
      // Also after a failure: what was made before it is found by the next try.
      void invalidate(queryClient, 'projects', 'clients', 'activities');
    }
  });
  return (
    <Form className={styles.body} error={add.error} isBusy={add.isBusy} onSubmit={add.submit}>
      <Field label={text.picker.project} error={isMissing && !project ? text.picker.projectMissing : null}>
        <PartBox
          part={project}
          onChange={setProject}
          canCreate={canProject}
          autoFocus={name === ''}
          options={(projects.data ?? []).map(({ projectID, projectName, clientName, color }) => ({
            id: projectID,
            label: projectName,
            detail: clientName ?? '',
            color,
          }))}
        />
      </Field>
      <Field label={text.picker.client} optionalText={common.optional} hint={text.picker.clientHint}>
        <PartBox
          part={chosen ? (chosen.clientID ? { id: chosen.clientID } : null) : client}
          onChange={setClient}
          canCreate={canOthers}
          isDisabled={chosen !== undefined}
          options={(clients.data ?? []).map(({ clientID, clientName }) => ({
            id: clientID,
            label: clientName,
          }))}
        />
      </Field>
      <Field label={text.picker.activity} optionalText={common.optional}>
        <PartBox
          part={activity}
          onChange={setActivity}
          canCreate={canOthers}
          options={(activities.data ?? []).map(({ activityID, activityName, color }) => ({
            id: activityID,
            label: activityName,
            color,
          }))}
        />
      </Field>
      <div className={styles.actions}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" type="submit" isBusy={add.isBusy}>
          {text.picker.add}
        </Button>
      </div>
    </Form>
  );
}

type PartBoxProps = {
  part: Part;
  onChange: (part: Part) => void;
  options: ComboboxOption[];
  canCreate: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
};

/** A new name stands among the options until it is saved with the row. */
function PartBox({
  part,
  onChange,
  options,
  canCreate,
  isDisabled = false,
  autoFocus = false,
}: PartBoxProps) {
  const isNew = part !== null && 'name' in part;
  const all = isNew ? [{ id: NEW, label: part.name }, ...options] : options;
  return (
    <Combobox
      options={all}
      value={part === null ? null : isNew ? NEW : part.id}
      onChange={(id) => onChange(id === null ? null : id === NEW ? part : { id })}
      {...(canCreate ? { onCreate: (created: string) => onChange({ name: created }) } : {})}
      labels={{ create: common.chooser.create, nothing: common.chooser.nothing, clear: common.chooser.clear }}
      placeholder={canCreate ? common.chooser.placeholder : ''}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
    />
  );
}

const NEW = 'new';
