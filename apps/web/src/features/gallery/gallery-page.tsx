import { WidgetGallery } from '@latchkey/widget/gallery';

/** Every state of the sign-in widget, in test mode and development. */
export function GalleryPage() {
  return <WidgetGallery />;
}
