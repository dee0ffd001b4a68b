-- Groups can be restored after they were deleted.
alter table public.removals drop constraint removals_kind_check,
  add constraint removals_kind_check check (kind in ('resource', 'resource_category', 'forum', 'group'));
