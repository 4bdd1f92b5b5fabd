-- A packed week holds the comments of its entries too, so that a word in one of a million is looked for in some megabytes.

-- Each comment in lower case once, with a zero behind it; where each ends; how many entries there are up to its last; and of each entry
-- its day and its id. Null: packed by a process of the version before.
alter table app.packed_week
  add column comments bytea,
  add column comment_ends bytea,
  add column comment_lasts bytea,
  add column commented bytea;
alter table app.packed_week alter column comments set storage external, alter column comment_ends set storage external,
  alter column comment_lasts set storage external, alter column commented set storage external;
