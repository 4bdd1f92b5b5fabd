-- Activities in their order come from an index, so that a picker over tens of thousands answers while one types.

drop index app.activity_order_idx;
create index activity_order_idx on app.activity (tenant_id, (lpad(sort_order::text, 10, '0') || lower(name)), id);
create index activity_name_idx on app.activity (tenant_id, lower(name), id);
