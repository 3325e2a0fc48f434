-- A closed month can be frozen: nothing is written to its tables any more, and neither autovacuum nor wraparound reads them again. Then it can
-- be written to a file.
alter table month
  add column frozen_at timestamptz,
  -- since when its tables are on their way out of ticket and posting, or are in the schema years; null while they are part of them
  add column apart_at timestamptz,
  add column filed_at timestamptz,
  -- SHA-256 of its file, which the file of the next month names
  add column file_hash bytea,
  add constraint month_is_closed_first check (frozen_at is null or closed_at is not null),
  add constraint month_is_frozen_first check ((filed_at is null and apart_at is null) or frozen_at is not null),
  add constraint month_is_filed_whole check ((filed_at is null) = (file_hash is null) and octet_length(file_hash) = 32);

-- The tables of months that are apart.
create schema years;
