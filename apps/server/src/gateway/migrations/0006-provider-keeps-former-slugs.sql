-- Former addresses are the provider's alone, which also leads from them to the new one.
drop table app.former_slug;
