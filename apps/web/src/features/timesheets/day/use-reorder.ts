import { type KeyboardEvent, type PointerEvent, useState } from 'react';

export type Drag = { from: number; over: number };

/**
 * Moving the items of a list by their handles: dragged by mouse, pen or finger, or by the arrow keys. Items are the children
 * of the list that carry `data-place`.
 */
export function useReorder(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const handle = (place: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: place, over: place });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag) return;
      const over = placeAt(event.currentTarget, event.clientY);
      if (over !== null && over !== drag.over) setDrag({ ...drag, over });
    },
    onPointerUp() {
      if (drag && drag.over !== drag.from) onMove(drag.from, drag.over);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      onMove(place, place + by);
    },
  });
  return { drag, handle };
}

/** The place whose item is at this height. */
function placeAt(handle: HTMLElement, y: number): number | null {
  const items = [...(handle.closest('[data-places]')?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
  const found = items.find((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return y >= top && y < bottom;
  });
  return found ? Number(found.dataset['place']) : null;
}
