/** What comes after the form or in its place; fetched while somebody fills the form in. */
export const onward = () => import('./going-on.ts');
