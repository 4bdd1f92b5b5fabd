import { useQuery } from '@tanstack/react-query';
import { teamQuery } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { Card } from '../../ui/card.tsx';
import { Field, Select } from '../../ui/field.tsx';
import styles from './imports.module.css';
import { text } from './messages.ts';
import type { PreviewProps } from './preview-props.ts';

/** Whose time the file holds: a guess for each person, remembered for the next file. */
export function ImportPeople({ preview, choices, onChange }: PreviewProps) {
  const { session, start } = useApp();
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false)).data ?? [];
  const choose = (key: string, teamMemberID: string | null) => {
    const others = (choices.people ?? []).filter((each) => each.key !== key);
    onChange({ ...choices, people: [...others, { key, teamMemberID }] });
  };
  if (preview.people.length === 0) return null;
  return (
    <Card title={text.people}>
      <div className={styles.fields}>
        {preview.people.map(({ key, person, email, lines, teamMemberID }) => (
          <Field key={key} label={text.person(person || email || text.mine, lines)}>
            <Select value={teamMemberID ?? ''} onChange={(event) => choose(key, event.target.value || null)}>
              <option value="">{text.newPerson}</option>
              {team.map(({ id, firstName, lastName, email: address }) => (
                <option key={id} value={id}>
                  {`${firstName} ${lastName}`.trim() || address}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </Card>
  );
}
