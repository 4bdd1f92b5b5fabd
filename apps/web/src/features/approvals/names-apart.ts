type Named = { projectID: string; projectName: string; clientName: string | null };

/** What each project of a week is called, by its id: with its client where two have one name. */
export function namesApart(entries: readonly Named[]): ReadonlyMap<string, string> {
  const projects = new Map(entries.map((entry) => [entry.projectID, entry]));
  const ofName = Map.groupBy(projects.values(), ({ projectName }) => projectName);
  return new Map(
    [...projects].map(([id, { clientName, projectName }]) => {
      const isOnly = ofName.get(projectName)?.length === 1;
      return [id, isOnly || clientName === null ? projectName : `${clientName} · ${projectName}`];
    }),
  );
}
