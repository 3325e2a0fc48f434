-- The days whose business was sent to those who run the site. See console.morning_report.
create table console.morning_report (day date primary key, sent_at timestamptz not null default clock_timestamp());
