import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../lib/app-context.ts';
import { WHOLE_LIST } from '../lib/list-filter.ts';
import { useSettled } from '../lib/use-settled.ts';
import { type Project, projectsByIdQueries, projectsFoundQuery, projectsQuery } from './project.ts';

const SETTLED_MILLISECONDS = 250;

const NONE: readonly string[] = [];

/**
 * Projects to choose one from: those of one answer are here, and where there are more, the gateway is asked for what is typed.
 * What was found stays, so that what was chosen of it keeps its name.
 * @param named ids of projects that are named beside the choice, of which each is wanted wherever it stands in the list
 */
export function useProjectOptions(named: readonly string[] = NONE) {
  const { call } = useApp().session;
  const [typed, setTyped] = useState('');
  const [seen] = useState(() => new Map<string, Project>());
  const first = useQuery(projectsQuery(call));
  const isCut = (first.data?.length ?? 0) >= WHOLE_LIST;
  const text = isCut ? typed.trim() : '';
  const settled = useSettled(text, SETTLED_MILLISECONDS);
  const found = useQuery(projectsFoundQuery(call, settled));
  for (const project of [...(first.data ?? []), ...(found.data ?? [])]) seen.set(project.projectID, project);
  const others = useNamed(isCut ? named.filter((id) => !seen.has(id)) : NONE);
  const projects = [...seen.values(), ...others.filter(({ projectID }) => !seen.has(projectID))];
  const options = projects.map(({ projectID, projectName, clientName, color }) => ({
    id: projectID,
    label: projectName,
    ...(clientName ? { detail: clientName } : {}),
    color,
  }));
  /** What is typed may be the name of one that is still to come. */
  const isSearching = first.isLoading || text !== settled || found.isLoading;
  return { projects, options, onType: setTyped, isSearching };
}

/** Projects by their ids; each that was answered stays while others are asked for. */
function useNamed(ids: readonly string[]): Project[] {
  const { call } = useApp().session;
  const [kept] = useState(() => new Map<string, Project>());
  const answers = useQueries({ queries: projectsByIdQueries(call, ids) });
  for (const { data = [] } of answers) for (const project of data) kept.set(project.projectID, project);
  return [...kept.values()];
}
