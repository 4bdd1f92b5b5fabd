-- A day of a project on which somebody has one entry is that entry, rounded or not; the few others are found without a look at all.

create index day_total_many_idx on app.day_total (tenant_id, work_on) where entries > 1;
