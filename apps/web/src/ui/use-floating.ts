import { type CSSProperties, type RefObject, useId, useLayoutEffect, useRef } from 'react';

/** Whether the browser can place one box beside another in its top layer (CSS Anchor Positioning). */
const canFloat = typeof CSS !== 'undefined' && CSS.supports('position-anchor', '--a');

export type Floating = {
  /** Of the box that the popup belongs to. */
  anchor: CSSProperties;
  popup: { ref: RefObject<HTMLDivElement | null>; popover?: 'manual'; style?: CSSProperties };
};

/**
 * A popup above everything, cut off by no dialog and no table around it. Browsers that cannot do it keep it where it
 * stands in the page.
 */
export function useFloating(isOpen: boolean): Floating {
  const name = `--${useId().replace(/\W/g, '')}`;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popup = ref.current;
    if (!canFloat || !isOpen || !popup) return;
    // A dialog that is drawn with it opens after it, and what opens later lies above: then it waits for that.
    const isBelow = popup.closest('dialog:not([open])') !== null;
    let isLeft = false;
    if (isBelow) queueMicrotask(() => isLeft || popup.showPopover());
    else popup.showPopover();
    return () => {
      isLeft = true;
      if (popup.matches(':popover-open')) popup.hidePopover();
    };
  }, [isOpen]);
  if (!canFloat) return { anchor: {}, popup: { ref } };
  return {
    anchor: { anchorName: name } as CSSProperties,
    popup: { ref, popover: 'manual', style: { positionAnchor: name } as CSSProperties },
  };
}
