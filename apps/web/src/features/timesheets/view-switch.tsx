import { text } from './messages.ts';
import { type TimeView, timeViews } from './time-view.ts';
import styles from './view-switch.module.css';

export type ViewSwitchProps = {
  view: TimeView;
  /** The views that there are. */
  views: readonly TimeView[];
  onView: (view: TimeView) => void;
};

/** Day, week or calendar of the same week; the choice lives in the address. */
export function ViewSwitch({ view, views, onView }: ViewSwitchProps) {
  return (
    <div role="group" aria-label={text.views.title} className={styles.switch}>
      {timeViews
        .filter((each) => views.includes(each.view))
        .map((each) => (
          <button
            key={each.view}
            type="button"
            aria-pressed={each.view === view}
            title={`${text.views[each.view]} (${each.key})`}
            onClick={() => onView(each.view)}
          >
            {text.views[each.view]}
          </button>
        ))}
    </div>
  );
}
