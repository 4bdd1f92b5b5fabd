/** A logo is kept as large as it is ever shown, on paper and on sharp screens too, in points. */
export const LOGO_BOX = { width: 480, height: 160 };

/** What a picture of a size becomes inside of that: as it is where it fits, smaller where not, never distorted. */
export function logoSize(picture: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, LOGO_BOX.width / picture.width, LOGO_BOX.height / picture.height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(picture.width), height: scaled(picture.height) };
}

export function isLogoSize(width: number, height: number): boolean {
  return width >= 1 && height >= 1 && width <= LOGO_BOX.width && height <= LOGO_BOX.height;
}
