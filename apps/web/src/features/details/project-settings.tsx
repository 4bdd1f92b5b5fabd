import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { activitiesQuery } from '../../entities/activity.ts';
import { clientQuery, clientsQuery } from '../../entities/client.ts';
import {
  changeProject,
  type Project,
  type ProjectFields,
  projectTypesQuery,
} from '../../entities/project.ts';
import type { PriceDraft } from '../../entities/rate.ts';
import { teamQuery } from '../../entities/team-member.ts';
import { usePricePreview } from '../../entities/use-price-preview.ts';
import { actorOf, useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { isSame } from '../../lib/merge-values.ts';
import { theirsOf } from '../../lib/theirs-of.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ColorField } from '../../ui/color-field.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { ConflictChoice } from '../../ui/conflict-choice.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Checkbox, Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ManyChooser } from '../../ui/many-chooser.tsx';
import { PriceChange } from '../../ui/price-change.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useSharedValues } from '../../ui/use-shared-values.ts';
import styles from './details.module.css';
import { text } from './messages.ts';
import { ProjectBudget, ProjectRates } from './project-money.tsx';
import { type ProjectFormProps, type ProjectValues, readValues, valuesOf } from './project-values.ts';
import { useProjectWords } from './project-words.ts';
import { useCurrencies } from './use-currency.tsx';

const words = text.settings;

/** All that can be set for a project; what a colleague set a moment ago is not overwritten unseen. */
export function ProjectSettings({ project }: { project: Project }) {
  const { session, start } = useApp();
  const [opened] = useState(project);
  const { clientID } = opened;
  const client = useQuery({ ...clientQuery(session.call, clientID ?? ''), enabled: clientID !== null });
  if (clientID !== null && !client.data) {
    if (client.error) return <ErrorState error={client.error} onRetry={client.refetch} />;
    return <SkeletonRows label={common.loading} />;
  }
  const currency = (clientID !== null && client.data?.currency) || start.settings.currency;
  return <SettingsForm project={opened} currency={currency} />;
}

type SettingsFormProps = {
  /** As it was when the form was opened. */
  project: Project;
  /** Of the client that the project has; amounts are in it, also where that client is archived. */
  currency: string;
};

function SettingsForm({ project, currency: first }: SettingsFormProps) {
  const { session, start } = useApp();
  const { call } = session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const setsRates = useCan('rate.write');
  const { currencyOf, learn } = useCurrencies(project.clientID, first);
  const { values, set, stored, choice, meet, settle } = useSharedValues<ProjectValues, Project>({
    stored: project,
    valuesOf: (one) => valuesOf(one, currencyOf(one.clientID)),
    words: useProjectWords(),
  });
  const mayEntrust = can(actorOf(start), 'project.entrust', { managerID: stored.managerID });
  // Kept with its client, so that a list that is read again does not give amounts another meaning.
  const [billed, setBilled] = useState({ clientID: project.clientID, currency: first });
  if (billed.clientID !== values.clientID)
    setBilled({ clientID: values.clientID, currency: currencyOf(values.clientID) });
  const { currency } = billed;
  const [hasTried, setHasTried] = useState(false);
  const { fields, problems } = readValues(values, currency, setsRates);
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    if (Object.keys(problems).length > 0) return;
    try {
      const saved = await changeProject(call, stored, fields);
      settle(saved, values);
      await invalidate(queryClient, 'projects', 'week', 'report', 'ratePreview');
      toast({ text: lists.changed(saved.projectName) });
    } catch (thrown) {
      const theirs = theirsOf<Project>(thrown);
      if (theirs) {
        await learn(theirs.clientID);
        meet(theirs);
      }
      throw thrown;
    }
  });
  const before = currencyOf(stored.clientID);
  const preview = usePricePreview(
    setsRates && Object.keys(problems).length === 0
      ? priceDraftOf(
          project.projectID,
          readValues(valuesOf(stored, before), before, setsRates).fields,
          fields,
        )
      : null,
  );
  const isOver = theirsOf(error) !== null && choice === null;
  const props = { values, set, problems: hasTried ? problems : {}, currency };
  return (
    <Form className={styles.settings} error={isOver ? null : error} onSubmit={submit}>
      {choice ? <ConflictChoice {...choice} onMine={submit} /> : null}
      <Card title={words.basics}>
        <Basics {...props} />
      </Card>
      <Card title={words.people}>
        <People {...props} mayEntrust={mayEntrust} />
      </Card>
      <Card title={text.budget.title}>
        <ProjectBudget {...props} setsRates={setsRates} />
      </Card>
      {setsRates ? (
        <Card title={words.rates}>
          <ProjectRates {...props} />
          <PriceChange {...preview} />
        </Card>
      ) : null}
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {common.save}
      </Button>
    </Form>
  );
}

/** Which of a project's fields time is priced by. */
const PRICED = ['clientID', 'rateMode', 'hourlyRate', 'activityIDs', 'activityRates'] as const;

/** Null where none of what time is priced by is another one: 150 that is typed is the 150.00 that is stored. */
function priceDraftOf(projectID: string, before: ProjectFields, fields: ProjectFields): PriceDraft | null {
  if (PRICED.every((name) => isSame(inOrder(fields[name]), inOrder(before[name])))) return null;
  const given = PRICED.filter((name) => fields[name] !== undefined);
  return { projectID, prices: Object.fromEntries(given.map((name) => [name, fields[name]])) };
}

/** In which order activities were chosen is no price. */
function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).toSorted() : value;
}

function Basics({ values, set, problems }: ProjectFormProps) {
  const { call } = useApp().session;
  const clients = useQuery(clientsQuery(call)).data ?? [];
  const types = (useQuery(projectTypesQuery(call)).data ?? []).filter(
    ({ isActive, projectTypeID }) => isActive || projectTypeID === values.projectTypeID,
  );
  return (
    <>
      <Field label={lists.name} error={problems.projectName}>
        <Input
          value={values.projectName}
          maxLength={MAX_NAME_LENGTH}
          onChange={(event) => set({ projectName: event.target.value })}
        />
      </Field>
      <div className={styles.pair}>
        <Field label={lists.code} optionalText={common.optional}>
          <Input value={values.code} maxLength={64} onChange={(event) => set({ code: event.target.value })} />
        </Field>
        <Field label={words.client} optionalText={common.optional}>
          <Combobox
            options={clients.map(({ clientID, clientName }) => ({ id: clientID, label: clientName }))}
            value={values.clientID}
            onChange={(clientID) => set({ clientID })}
            labels={common.chooser}
          />
        </Field>
        <Field label={words.startDate} optionalText={common.optional}>
          <Input
            type="date"
            value={values.startDate}
            onChange={(event) => set({ startDate: event.target.value })}
          />
        </Field>
        <Field label={words.endDate} optionalText={common.optional} error={problems.endDate}>
          <Input
            type="date"
            value={values.endDate}
            onChange={(event) => set({ endDate: event.target.value })}
          />
        </Field>
        <Field label={words.type}>
          <Select
            value={values.projectTypeID}
            onChange={(event) => set({ projectTypeID: event.target.value })}
          >
            {types.map(({ projectTypeID, name }) => (
              <option key={projectTypeID} value={projectTypeID}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Checkbox
        label={words.billable}
        checked={values.isBillable}
        onChange={(event) => set({ isBillable: event.target.checked })}
      />
      <ColorField label={lists.color} value={values.color} onChange={(color) => set({ color })} />
      <Field label={words.description} optionalText={common.optional}>
        <TextArea
          value={values.description}
          maxLength={MAX_NOTES_LENGTH}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
    </>
  );
}

function People({ values, set, mayEntrust }: ProjectFormProps & { mayEntrust: boolean }) {
  const { session, start } = useApp();
  const { call } = session;
  const team = (useQuery(teamQuery(call, start.me.teamMemberID, false)).data ?? []).map(
    ({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}`.trim() }),
  );
  const activities = (useQuery(activitiesQuery(call)).data ?? []).map(({ activityID, activityName }) => ({
    id: activityID,
    label: activityName,
  }));
  return (
    <>
      <Field label={text.people.manager} optionalText={common.optional}>
        <Combobox
          options={team}
          value={values.managerID}
          onChange={(managerID) => set({ managerID })}
          isDisabled={!mayEntrust}
          labels={common.chooser}
        />
      </Field>
      <Field label={words.visibility}>
        <Select
          value={values.visibility}
          onChange={(event) => set({ visibility: event.target.value as ProjectValues['visibility'] })}
        >
          {(['public', 'members'] as const).map((each) => (
            <option key={each} value={each}>
              {words.visibilities[each]}
            </option>
          ))}
        </Select>
      </Field>
      {values.visibility === 'members' ? (
        <ManyChooser
          label={words.members}
          options={team}
          values={values.memberIDs}
          onChange={(memberIDs) => set({ memberIDs })}
        />
      ) : null}
      <ManyChooser
        label={words.activities}
        hint={words.activitiesHint}
        options={activities}
        values={values.activityIDs}
        onChange={(activityIDs) => set({ activityIDs })}
      />
    </>
  );
}
