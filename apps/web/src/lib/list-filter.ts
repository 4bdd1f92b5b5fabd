/** Which rows of a list are asked for: those in use or the archived ones, all of them or those that contain a word. */
export type ListFilter<Narrowed extends object = object> = {
  isArchived?: boolean;
  q?: string | undefined;
  /** What else the gateway narrows them to. */
  only?: Narrowed;
};
