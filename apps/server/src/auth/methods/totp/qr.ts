/** A QR code as a PNG data address; the library is loaded with the first one. */
export async function qrPicture(text: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(text, { errorCorrectionLevel: 'M', margin: 2, scale: 6 });
}
