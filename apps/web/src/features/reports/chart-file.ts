export type Drawing = { text: string; width: number; height: number };

const DRAWN = ['fill', 'stroke', 'stroke-width', 'font-size', 'font-family', 'font-weight'] as const;
/** Pixels of the picture for one of the drawing, so that it is sharp on paper. */
const SCALE = 2;

/** A drawing of the page as a file of its own: what the style sheets say of it is written into it. */
export function drawingOf(svg: SVGSVGElement, background: string): Drawing {
  const { width, height } = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [shown, copied] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  for (const [at, one] of shown.entries()) {
    const style = getComputedStyle(one);
    for (const name of DRAWN) copied[at]?.setAttribute(name, style.getPropertyValue(name));
    copied[at]?.removeAttribute('class');
  }
  const paper = document.createElementNS(svg.namespaceURI, 'rect');
  for (const [name, value] of Object.entries({ width, height, fill: background }))
    paper.setAttribute(name, String(value));
  copy.prepend(paper);
  for (const name of ['class', 'aria-hidden']) copy.removeAttribute(name);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** The same as a picture. @throws Error where the browser cannot draw it */
export async function pictureOf({ text, width, height }: Drawing): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/png'),
  );
}
