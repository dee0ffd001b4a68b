-- Categories of resources can be for the members of one group. Null: for everyone. A resource in a group's category is for
-- the same group, which triggers hold (resources/categories.sql).
alter table public.resource_categories add column group_id uuid references public.groups (id);
create index resource_categories_by_group on public.resource_categories (group_id) where group_id is not null;

-- Policies of a database of a development version, which policies with other names replace.
drop policy if exists "Everyone sees the categories" on public.resource_categories;
drop policy if exists "Everyone sees category names" on public.resource_category_texts;
