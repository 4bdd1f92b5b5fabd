/** As large as it is ever shown, on sharp screens, too. */
const SIZE = 256;

/** The middle of a picture as a square PNG in base64; a canvas leaves out whatever else the file holds. @throws where it is no picture */
export async function squareOf(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, SIZE, SIZE);
  picture.close();
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
