-- Who wrote each comment of a packed week, and of what, so that a common word is counted among some of the entries without a look at each.

-- Of each entry with a comment, in the order of `commented`: its day and whether it is billed as in `times`, without the minutes, and the
-- places of its person, project and activity in the lists of the week. Null: packed by a process of the version before.
alter table app.packed_week
  add column commented_times bytea,
  add column commented_people bytea,
  add column commented_projects bytea,
  add column commented_activities bytea;
alter table app.packed_week alter column commented_times set storage external, alter column commented_people set storage external,
  alter column commented_projects set storage external, alter column commented_activities set storage external;
