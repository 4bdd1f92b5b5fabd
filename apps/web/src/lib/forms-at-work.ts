/** Who typed or pressed a button this long ago is still at it; who left the desk is not. */
const AT_WORK_MILLISECONDS = 5 * 60 * 1000;

export type FormsAtWork = {
  /** Somebody is filling in a form that is still on the page. */
  isAny(): boolean;
  /** None of the forms that were typed in is on the page any more. */
  areGone(): boolean;
};

/** Notes which forms of a page are typed in or sent. */
export function watchForms(page: Pick<Document, 'addEventListener'>, now: () => number): FormsAtWork {
  const touched = new Map<Element, number>();
  const note = ({ target }: Event) => {
    const form = target instanceof Element ? target.closest('form') : null;
    if (form) touched.set(form, now());
  };
  for (const kind of ['input', 'submit']) page.addEventListener(kind, note, { capture: true, passive: true });
  const forget = () => {
    for (const form of touched.keys()) if (!form.isConnected) touched.delete(form);
  };
  return {
    isAny() {
      forget();
      return [...touched.values()].some((at) => now() - at < AT_WORK_MILLISECONDS);
    },
    areGone() {
      forget();
      return touched.size === 0;
    },
  };
}
