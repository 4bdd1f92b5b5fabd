import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { clientsQuery, createClient } from '../../entities/client.ts';
import {
  changeProject,
  createProject,
  type Project,
  projectsQuery,
  projectTypesQuery,
} from '../../entities/project.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { findSameName } from '../../lib/same-name.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { ColorField, colorName } from '../../ui/color-field.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Checkbox, Field, FormError, Input, Select, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameAmong } from '../../ui/name-among.ts';
import { useToast } from '../../ui/toast.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
import { text } from './messages.ts';

type Values = {
  projectName: string;
  code: string;
  clientID: string | null;
  /** Empty until one is chosen: a new project then has the first type. */
  projectTypeID: string;
  color: string | null;
  isBillable: boolean;
  description: string;
};

function valuesOf(project: Project | null): Values {
  return {
    projectName: project?.projectName ?? '',
    code: project?.code ?? '',
    clientID: project?.clientID ?? null,
    projectTypeID: project?.projectTypeID ?? '',
    color: project?.color ?? null,
    isBillable: project?.isBillable ?? true,
    description: project?.description ?? '',
  };
}

/** Adds or changes a project; a client that is missing is made on the way. */
export function ProjectDialog({ project, onClose }: { project: Project | null; onClose: () => void }) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const clients = useQuery(clientsQuery(call));
  const types = useQuery(projectTypesQuery(call));
  const canCreateClient = useCan('client.write');
  const ids = useKeptIds();
  const toast = useToast();
  const { values, set, nameError, dialog } = useRecordForm<Values, Project>({
    name: 'projects',
    thing: project,
    valuesOf,
    words: {
      projectName: { label: lists.name },
      clientID: {
        label: text.client,
        write: nameAmong(clients.data, 'clientID', 'clientName'),
      },
      code: { label: lists.code },
      projectTypeID: { label: text.type, write: nameAmong(types.data, 'projectTypeID', 'name') },
      isBillable: { label: text.billable },
      color: { label: lists.color, write: colorName },
      description: { label: text.description },
    },
    nameOf: ({ projectName }) => projectName,
    save: ({ code, description, projectTypeID, ...rest }, stored) => {
      const type = projectTypeID ? { projectTypeID } : {};
      const fields = { ...rest, ...type, code: code.trim() || null, description: description.trim() || null };
      return stored
        ? changeProject(call, stored, fields)
        : ids.keep('project', (id) => createProject(call, id, fields));
    },
    onClose,
  });
  // A type that is no longer in use stays on the projects that have it.
  const shownTypes = (types.data ?? []).filter(
    ({ isActive, projectTypeID }) => isActive || projectTypeID === project?.projectTypeID,
  );
  const chooseType = (event: ChangeEvent<HTMLSelectElement>) => {
    const projectTypeID = event.target.value;
    const type = shownTypes.find((one) => one.projectTypeID === projectTypeID);
    set({ projectTypeID, ...(type && !project ? { isBillable: type.billableDefault } : {}) });
  };
  const addClient = async (clientName: string) => {
    try {
      const client = await ids.keep(`client ${clientName}`, (id) => createClient(call, id, { clientName }));
      await invalidate(queryClient, 'clients');
      set({ clientID: client.clientID });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
  };
  const others = (useQuery(projectsQuery(call)).data ?? []).filter(
    ({ projectID }) => projectID !== project?.projectID,
  );
  const same = findSameName(
    values.projectName,
    others.map((other) => other.projectName),
  );
  return (
    <FormDialog title={project ? text.edit : text.add} {...dialog}>
      <Field label={lists.name} error={nameError} {...(same ? { hint: lists.sameName(same) } : {})}>
        <Input
          value={values.projectName}
          maxLength={MAX_NAME_LENGTH}
          onChange={(event) => set({ projectName: event.target.value })}
        />
      </Field>
      <Field label={text.client} optionalText={common.optional}>
        <Combobox
          options={(clients.data ?? []).map(({ clientID, clientName }) => ({
            id: clientID,
            label: clientName,
          }))}
          value={values.clientID}
          onChange={(clientID) => set({ clientID })}
          {...(canCreateClient ? { onCreate: (name: string) => void addClient(name) } : {})}
          labels={{
            create: common.chooser.create,
            nothing: common.chooser.nothing,
            clear: common.chooser.clear,
          }}
          placeholder={common.chooser.placeholder}
        />
      </Field>
      <Field label={lists.code} optionalText={common.optional}>
        <Input value={values.code} maxLength={64} onChange={(event) => set({ code: event.target.value })} />
      </Field>
      {types.error ? <FormError>{describeError(types.error)}</FormError> : null}
      <Field label={text.type}>
        <Select value={values.projectTypeID || (shownTypes[0]?.projectTypeID ?? '')} onChange={chooseType}>
          {shownTypes.map(({ projectTypeID, name }) => (
            <option key={projectTypeID} value={projectTypeID}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label={text.billable}
        checked={values.isBillable}
        onChange={(event) => set({ isBillable: event.target.checked })}
      />
      <ColorField label={lists.color} value={values.color} onChange={(color) => set({ color })} />
      <Field label={text.description} optionalText={common.optional}>
        <TextArea
          value={values.description}
          maxLength={MAX_NOTES_LENGTH}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
