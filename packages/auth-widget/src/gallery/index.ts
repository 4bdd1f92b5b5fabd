export { FixtureView } from './fixture-view.tsx';
export { FIXTURES, type Fixture } from './fixtures.ts';
export { type GallerySettings, WidgetGallery } from './widget-gallery.tsx';
