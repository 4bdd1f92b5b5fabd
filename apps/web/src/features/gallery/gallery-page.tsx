import { WidgetGallery } from '@latchkey/widget/gallery';
import '@latchkey/widget/gallery/gallery.css';
import '@latchkey/widget/styles.css';

/** Every state of the sign-in widget, in test mode and development. */
export function GalleryPage() {
  return <WidgetGallery />;
}
