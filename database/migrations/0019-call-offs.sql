-- What players read of a draw that was called off, in each language; the reason is for operators. What was written before was for both.
alter table call_off
  add column told_en text constraint call_off_tells_in_english check (trim(told_en) <> ''),
  add column told_fr text constraint call_off_tells_in_french check (trim(told_fr) <> '');
alter table call_off
  alter column told_en type text using reason,
  alter column told_fr type text using reason;
alter table call_off
  alter column told_en set not null,
  alter column told_fr set not null;
