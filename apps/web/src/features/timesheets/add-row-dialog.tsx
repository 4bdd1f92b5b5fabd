import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { activitiesQuery } from '../../entities/activity.ts';
import { clientsQuery } from '../../entities/client.ts';
import { projectsQuery } from '../../entities/project.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError } from '../../ui/field.tsx';
import styles from './add-row-dialog.module.css';
import { createRowParts, type Part } from './create-row-parts.ts';
import { text } from './messages.ts';
import type { RowHead } from './sheet.ts';
import { usePicker } from './use-picker.ts';

export type AddRowDialogProps = { onAdd: (row: RowHead) => void; onClose: () => void };

/** One search over project, activity and client; what is missing is created here. */
export function AddRowDialog({ onAdd, onClose }: AddRowDialogProps) {
  const [typed, setTyped] = useState('');
  const { rows, isSearching } = usePicker(typed);
  const canCreate = useCan('project.write');
  const [newName, setNewName] = useState<string | null>(null);
  const options: ComboboxOption[] = [...rows].map(([id, row]) => ({
    id,
    label: [row.projectName, row.activityName].filter(Boolean).join(' › '),
    detail: row.clientName ?? '',
    color: row.color,
  }));
  const choose = (id: string | null) => {
    const row = id === null ? undefined : rows.get(id);
    if (!row) return;
    onAdd(row);
    onClose();
  };
  return (
    <Dialog title={text.picker.title} closeLabel={common.close} onClose={onClose}>
      <div className={styles.body}>
        {newName === null ? (
          <>
            <Field label={text.picker.find}>
              <Combobox
                options={options}
                value={null}
                onChange={choose}
                onType={setTyped}
                // What is not found yet may be there: nothing is made twice by typing fast.
                {...(canCreate && !isSearching ? { onCreate: setNewName } : {})}
                labels={{
                  create: text.picker.create,
                  nothing: isSearching
                    ? text.picker.searching
                    : canCreate
                      ? common.chooser.nothing
                      : `${common.chooser.nothing} ${text.picker.noneToCreate}`,
                  clear: common.chooser.clear,
                }}
                placeholder={common.chooser.placeholder}
                autoFocus
              />
            </Field>
            <Button variant="quiet" onClick={() => setNewName('')}>
              {text.picker.own}
            </Button>
          </>
        ) : (
          <RowForm name={newName} onAdd={onAdd} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

type RowFormProps = AddRowDialogProps & { name: string };

/** Project, client and activity one by one, each chosen or new. */
function RowForm({ name, onAdd, onClose }: RowFormProps) {
  const { session } = useApp();
  const queryClient = useQueryClient();
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
      projects: projects.data ?? [],
      clients: clients.data ?? [],
      activities: activities.data ?? [],
    };
    try {
      onAdd(await createRowParts(session.call, { project, client, activity }, known));
      onClose();
    } finally {
      // Also after a failure: what was made before it is found by the next try.
      void invalidate(queryClient, 'projects', 'clients', 'activities');
    }
  });
  return (
    <form
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault();
        add.submit();
      }}
    >
      {add.error ? <FormError>{describeError(add.error)}</FormError> : null}
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
    </form>
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
