import type { RefObject } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Menu } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { drawingOf, pictureOf } from './chart-file.ts';
import { text } from './messages.ts';

/** Saves the drawing of a figure, in the colours that it has on the screen. */
export function ChartFiles({ figure, name }: { figure: RefObject<HTMLElement | null>; name: string }) {
  const toast = useToast();
  const drawing = () => {
    const svg = figure.current?.querySelector<SVGSVGElement>('svg[data-chart]');
    return svg ? drawingOf(svg, getComputedStyle(figure.current as HTMLElement).backgroundColor) : null;
  };
  const saveSvg = () => {
    const made = drawing();
    if (made) saveFile(`${name}.svg`, made.text, 'image/svg+xml');
  };
  const savePng = async () => {
    const made = drawing();
    if (!made) return;
    try {
      saveFile(`${name}.png`, await pictureOf(made), 'image/png');
    } catch {
      toast({ text: text.pictureFailed, tone: 'danger' });
    }
  };
  return (
    <Menu
      label={text.picture}
      button={text.picture}
      isBare
      items={[
        { label: text.pictureAs('PNG'), icon: 'download', onSelect: () => void savePng() },
        { label: text.pictureAs('SVG'), icon: 'download', onSelect: saveSvg },
      ]}
    />
  );
}
