import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createTag, tagsQuery } from '../../entities/tag.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useKeptIds } from '../../lib/use-kept-ids.ts';
import { common } from '../../messages/common.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './dialogs/messages.ts';
import styles from './tag-field.module.css';

export type TagFieldProps = {
  tags: readonly string[];
  isLocked: boolean;
  hint: string | null;
  onChange: (tags: string[]) => void;
  /** Hears of one that was made for the entry, however late it comes. */
  onMade: (tagID: string) => void;
};

/** The tags of an entry: each can be taken off, and another one put on or made. */
export function TagField({ tags, isLocked, hint, onChange, onMade }: TagFieldProps) {
  const { call } = useApp().session;
  const ids = useKeptIds();
  const queryClient = useQueryClient();
  const toast = useToast();
  const canCreate = useCan('activity.write');
  const known = useQuery(tagsQuery(call)).data ?? [];
  const nameOf = (id: string) => known.find(({ tagID }) => tagID === id)?.tagName ?? text.unknownTag;
  const create = async (name: string) => {
    try {
      const { tagID } = await ids.keep(name, (id) => createTag(call, id, name));
      onMade(tagID);
      await invalidate(queryClient, 'tags');
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
  };
  const others = known.filter(({ tagID, isArchived }) => !isArchived && !tags.includes(tagID));
  if (isLocked && tags.length === 0) return null;
  return (
    <div className={styles.tags}>
      {isLocked ? null : (
        <Field label={text.tags} {...(hint ? { hint } : {})}>
          <Combobox
            options={others.map(({ tagID, tagName, color }) => ({ id: tagID, label: tagName, color }))}
            value={null}
            onChange={(id) => (id ? onChange([...tags, id]) : undefined)}
            {...(canCreate ? { onCreate: (name: string) => void create(name) } : {})}
            labels={{
              create: common.chooser.create,
              nothing: common.chooser.nothing,
              clear: common.chooser.clear,
            }}
            placeholder={text.addTag}
          />
        </Field>
      )}
      {tags.length > 0 ? (
        <ul>
          {tags.map((id) => (
            <li key={id}>
              {nameOf(id)}
              {isLocked ? null : (
                <button
                  type="button"
                  aria-label={text.removeTag(nameOf(id))}
                  onClick={() => onChange(tags.filter((other) => other !== id))}
                >
                  <Icon name="close" size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
