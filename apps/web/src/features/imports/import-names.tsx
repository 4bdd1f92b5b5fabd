import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activitiesQuery } from '../../entities/activity.ts';
import type { ImportPreview } from '../../entities/import.ts';
import { useProjectOptions } from '../../entities/use-project-options.ts';
import { useApp } from '../../lib/app-context.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox, type ComboboxOption, type ComboboxProps } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './imports.module.css';
import { text } from './messages.ts';
import type { PreviewProps } from './preview-props.ts';

type Guess = ImportPreview['projects'][number]['guess'];

/** A name of the file and what it is taken for, with its name here; null where it is made anew. */
type NameRow = { key: string; name: string; lines: number; id: string | null; here: string; guess: Guess };

const FIRST_SHOWN = 12;

/** Which projects the file's are: a guess for each, remembered for the next file; what has none is made. */
export function ImportProjects({ preview, choices, onChange }: PreviewProps) {
  const { options, onType, isSearching } = useProjectOptions();
  const rows = preview.projects.map(({ client, project, lines, projectID, name, guess }) => ({
    key: `${client}\n${project}`,
    name: [client, project || text.noProject].filter(Boolean).join(' › '),
    lines,
    id: projectID,
    here: name,
    guess,
  }));
  const choose = (key: string, projectID: string | null) => {
    const [client = '', project = ''] = key.split('\n');
    const others = (choices.projects ?? []).filter((each) => `${each.client}\n${each.project}` !== key);
    onChange({ ...choices, projects: [...others, { client, project, projectID }] });
  };
  return (
    <Names
      title={text.projects}
      rows={rows}
      options={options}
      search={{ onType, isSearching }}
      onChoose={choose}
    />
  );
}

/** The same for activities. */
export function ImportActivities({ preview, choices, onChange }: PreviewProps) {
  const { call } = useApp().session;
  const activities = useQuery(activitiesQuery(call)).data ?? [];
  const rows = preview.activities
    .filter(({ activity }) => activity !== '')
    .map(({ activity, lines, activityID, name, guess }) => ({
      key: activity,
      name: activity,
      lines,
      id: activityID,
      here: name,
      guess,
    }));
  const choose = (activity: string, activityID: string | null) => {
    const others = (choices.activities ?? []).filter((each) => each.activity !== activity);
    onChange({ ...choices, activities: [...others, { activity, activityID }] });
  };
  const options = activities.map(({ activityID, activityName, color }) => ({
    id: activityID,
    label: activityName,
    color,
  }));
  return <Names title={text.activities} rows={rows} options={options} onChoose={choose} />;
}

type NamesProps = {
  title: string;
  rows: readonly NameRow[];
  options: readonly ComboboxOption[];
  /** Where more is searched elsewhere. */
  search?: Pick<ComboboxProps, 'onType' | 'isSearching'>;
  onChoose: (key: string, id: string | null) => void;
};

function Names({ title, rows, options, search, onChoose }: NamesProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (rows.length === 0) return null;
  const isListed = new Set(options.map(({ id }) => id));
  // Those with the most time first: they are what a look has to find.
  const sorted = rows.toSorted((a, b) => b.lines - a.lines);
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_SHOWN);
  return (
    <Card title={title}>
      <div className={styles.fields}>
        {shown.map(({ key, name, lines, id, here, guess }) => (
          <Field key={key} label={text.named(name, lines)} hint={text.guesses[guess]}>
            <Combobox
              // What was archived is remembered, and in no list of what is in use.
              options={id === null || isListed.has(id) ? options : [...options, { id, label: here }]}
              value={id}
              {...search}
              onChange={(chosen) => onChoose(key, chosen)}
              labels={common.chooser}
              placeholder={text.madeAnew}
            />
          </Field>
        ))}
      </div>
      {rows.length > shown.length ? (
        <Button variant="quiet" onClick={() => setIsWhole(true)}>
          {text.showAll(rows.length)}
        </Button>
      ) : null}
    </Card>
  );
}
